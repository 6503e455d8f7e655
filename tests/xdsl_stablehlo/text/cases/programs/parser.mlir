// Programs of test_parser.py: Programs from text: what xDSL's parser cannot read, positions, errors, and lines that
// are looked up.

// -----
// properties that xdsl does not know are kept in the generic form
"builtin.module"() <{sym_name = "m", sym_visibility = "private"}> ({
  "func.func"() <{function_type = () -> (), no_inline, sym_name = "f"}> ({
    "func.call"() <{callee = @f, no_inline}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
// lines that look alike are not taken for each other

  %0 = stablehlo.add %x, %x : tensor<2xf32>
  %1 = stablehlo.add %0, %x : tensor<2xf32>
  %2 = stablehlo.add %x, %1 : tensor<2xf32> loc("here")
  %3 = stablehlo.add %2, %2 : tensor<2xf32> loc(#loc)
  %4 = stablehlo.convert %3 : (tensor<2xf32>) -> tensor<2xi32>
  %5 = stablehlo.convert %2 : (tensor<2xf32>) -> tensor<2xi32>
  %6 = stablehlo.add %4, %5 : tensor<2xi32>
  %7:2 = stablehlo.optimization_barrier %0, %6 : tensor<2xf32>, tensor<2xi32>
  %8:2 = stablehlo.optimization_barrier %7#0, %7#1 : tensor<2xf32>, tensor<2xi32>
  %9{REDUCE}
  %10{REDUCE}
  %11 = stablehlo.add %8#0, %8#0 : tensor<2xf32>
  %12 = stablehlo.abs %11
    : tensor<2xf32>
  %13 = stablehlo.abs %12
    : tensor<2xf32>

// -----
// a known line that goes on below is read whole

  %0 = "a.b"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "a.b"(%x) : (tensor<2xf32>) -> tensor<2xf32>
    loc("below")
  %2 = "a.b"(%1) : (tensor<2xf32>) -> tensor<2xf32>

// -----
// names are free again after their region

  %0 = "stablehlo.case"(%i) ({ %a = stablehlo.abs %x : tensor<f32>
    "stablehlo.return"(%a) : (tensor<f32>) -> () }, { %a = stablehlo.negate %x : tensor<f32>
    "stablehlo.return"(%a) : (tensor<f32>) -> () }) : (tensor<i32>) -> tensor<f32>
  %a = stablehlo.sine %x : tensor<f32>

// -----
// a value that an op reads from its own region

    func.func @f(%x: tensor<i32>) {
      %0 = stablehlo.while(%i = %own) : tensor<i32>
      cond {
        %c = stablehlo.compare LT, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %own = stablehlo.abs %i : tensor<i32>
        stablehlo.return %own : tensor<i32>
      }
      return
    }
