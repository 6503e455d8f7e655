// Programs of test_reading_and_writing.py: What survives a file: locations, builtin attributes, use lists, constants
// as views; and what C++ makes of it.

// -----
// attributes

  m.array = [1 : i32, "s", unit], m.bits = dense<[true, false, true]> : tensor<3xi1>, m.bool = true,
  m.dense = dense<[1, -2, 3]> : tensor<3xi64>, m.dict = {a = 1 : index, b = {}}, m.doubles = array<f64: 0.5, 1.5>,
  m.flags = array<i1: true, false>, m.float = 1.5 : f32, m.fn = (i32) -> f64, m.half = -2.0 : f16, m.int = -1 : i32,
  m.long = 9223372036854775807 : i64, m.memory = memref<2x?xf32>, m.nested = @f::@g,
  m.one_bit = dense<true> : tensor<1xi1>, m.small = -8 : i4, m.splat = dense<true> : tensor<9xi1>, m.symbol = @f,
  m.text = "a\22b", m.tup = tuple<i1, index>,
  m.type = tensor<?x2xf32>, m.unsigned = 200 : ui8, m.wide = dense<7.5> : tensor<2x2xf64>,
  m.maps = [affine_map<() -> ()>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d1)>,
            affine_map<(d0)[s0] -> (s0, d0 * 4 + s0 mod 3, (d0 floordiv 2) ceildiv 5, -7)>],
  m.set = affine_set<(d0)[s0] : (d0 - s0 == 0, d0 >= 0)>, m.strided = memref<2x3xf32, strided<[?, 1], offset: 3>>,
  m.types = [bf16, f16, f32, f64, tf32, f8E5M2, f8E4M3, f8E4M3FN, f8E5M2FNUZ, f8E4M3FNUZ, f8E4M3B11FNUZ, f8E3M4,
             f4E2M1FN, f6E2M3FN, f6E3M2FN, f8E8M0FNU, none, complex<f32>, tensor<*xf32>, ui8, si4]


// -----
// equal attributes are one and others are not
func.func @f() attributes {m.a = [0.0 : f32, -0.0 : f32, 0.0 : f32], m.b = [true, 1 : i64, true]} {
      %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %1 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %2 = stablehlo.constant dense<[1.0, -0.0]> : tensor<2xf32>
      return
    }

// -----
// changed
module attributes {m.type = tensor<?x2xf32>, m.types = [f32, tensor<?x2xf32>]} {
  func.func @f(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %i = stablehlo.iota dim = 0 : tensor<4xf32>
    %c = stablehlo.cosine %i : tensor<4xf32>
    %s = stablehlo.subtract %x, %c : tensor<4xf32>
    %d = stablehlo.multiply %s, %x : tensor<4xf32>
    return %s, %d : tensor<4xf32>, tensor<4xf32>
  }
}
