// Programs of test_locations.py: Ops that take the place of others have their locations, which golden files do not
// show.

// -----
// the static op has location and attributes of the dynamic one

        %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
        %d = "stablehlo.dynamic_reshape"(%x, %s) {keep = 1 : i32} : (tensor<2x3xf32>, tensor<2xi64>)
          -> tensor<?x?xf32> loc("model.py":4:2)
        %r = stablehlo.add %d, %y : (tensor<?x?xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
        

// -----
// merged neighbours have the location of the whole

        %a = stablehlo.constant dense<1> : tensor<2xi32>
        %b = stablehlo.constant dense<1> : tensor<2xi32>
        %r = stablehlo.concatenate %a, %b, %x, dim = 0 :
            (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<6xi32> loc("model.py":2:1)
        
