// A module that the text does not write is at line 0 of its file.
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

// -----

// So is one around two functions, and a written module is at its name.
func.func @f() { return }
func.func @g() { return }

// -----

  module @named { func.func @f() { return loc("f":0) } } loc(unknown)

// -----

// A written module in one that is not, because it is not alone.
module {}
module {}

// -----

// reduce is at its first operand, and so are all ops that the short form implies.
func.func @main(%a: tensor<2x3xf32>, %z: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.reduce  (%a init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %2 = stablehlo.reduce
     (%a init: %z) applies stablehlo.multiply across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// A location behind the short form is that of all of them; behind the long form that of the op alone.
#alias = loc("f.py":1:2)
func.func @main(%a: tensor<2x3xf32>, %z: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32> loc("name")
  %1 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32> loc(unknown)
  %2 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32> loc(#alias)
  %3 = stablehlo.reduce(%a init: %z) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    reducer(%x: tensor<f32> loc("x"), %y: tensor<f32>) {
      %s = stablehlo.subtract %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    } loc("outer")
  %4 = stablehlo.reduce(%a init: %z) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    reducer(%x: tensor<f32>, %y: tensor<f32>) {
      stablehlo.return %x : tensor<f32>
    }
  %5 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Lines and ranges, of which MLIR leaves out what is 0 or said already.
func.func @a() { return loc("f":0:1) } loc("f":0:0)
func.func @b() { return loc("f":5) } loc("f":5:0)
func.func @c() { return loc("f":0:0 to :3) } loc("f":0:5 to :7)
func.func @d() { return loc("f":1:0 to :3) } loc("f":1:5 to :5)
func.func @e() { return loc("f":3:4 to 3:4) } loc("f":1:2 to 1:5)
func.func @f() { return loc("f":0:0 to 2:3) } loc("f":1:0 to 2:0)
func.func @g() { return loc("f":3:0 to :0) } loc("f":3:1 to :0)

// -----

// Tensors without elements remember what they were filled with, but for booleans.
module attributes {m.float = dense<1.5> : tensor<0xf32>, m.bool = dense<true> : tensor<0xi1>, m.none = dense<> : tensor<0xi1>} {
  func.func @main() -> tensor<2x0xf32> {
    %0 = stablehlo.constant dense<1.5> : tensor<2x0xf32>
    %1 = stablehlo.constant dense<(1.0, 2.0)> : tensor<0xcomplex<f32>>
    %2 = stablehlo.constant dense<3> : tensor<0x3xi4>
    %3 = stablehlo.constant dense<true> : tensor<0xi1>
    %4 = stablehlo.constant dense<> : tensor<0xf32>
    return %0 : tensor<2x0xf32>
  }
}
