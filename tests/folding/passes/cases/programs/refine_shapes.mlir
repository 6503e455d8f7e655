// Programs of test_refine_shapes.py: Types as C++ refines them, the same values, and what each op says of its
// results.

// -----
// what does not take the type keeps it
func.func @main(%x: tensor<3xf32>) -> tensor<?xf32> {
  %s = stablehlo.abs %x : (tensor<3xf32>) -> tensor<?xf32>
  %r = builtin.unrealized_conversion_cast %s : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----
// only scalars are sizes
func.func @main(%x: tensor<3xf32>) -> tensor<?xf32> {
  %n = stablehlo.constant dense<3> : tensor<i32>
  %m = stablehlo.constant dense<3> : tensor<1xi32>
  %r = func.call @f(%n, %m, %x) : (tensor<i32>, tensor<1xi32>, tensor<3xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func private @f(%n: tensor<i32>, %m: tensor<1xi32>, %x: tensor<3xf32>) -> tensor<?xf32> {
  %r = stablehlo.dynamic_reshape %x, %m : (tensor<3xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----
// twice
func.func @main(%x3: tensor<3xf32>, %x4: tensor<4xf32>) {{
    %one = stablehlo.convert %x3 : (tensor<3xf32>) -> tensor<?xf32>
    %other = stablehlo.convert %x{size} : (tensor<{size}xf32>) -> tensor<?xf32>
    %n = stablehlo.constant dense<7> : tensor<i32>
    %m = stablehlo.constant dense<{number}> : tensor<i32>
    %a = func.call @f(%n, %one) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
    %b = func.call @f(%m, %other) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
    return
  }}
func.func private @f(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {{
    return %x : tensor<?xf32>
  }}

// -----
// unreached
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %n = stablehlo.constant dense<4> : tensor<i32>
  %r = func.call @f(%n, %x) : (tensor<i32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func private @f(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func private @g(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  CALL
  return %x : tensor<4xf32>
}
