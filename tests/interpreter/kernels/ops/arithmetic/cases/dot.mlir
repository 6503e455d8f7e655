// dot_general, dot, einsum and unary_einsum.

// -----

// Dot general accumulates in the result type.
func.func @main(%a0: tensor<1x3xi8>, %a1: tensor<3x1xi8>) -> tensor<1x1xi32> {
  %r0 = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<1x3xi8>, tensor<3x1xi8>) -> tensor<1x1xi32>
  return %r0 : tensor<1x1xi32>
}

// run: [[127, 127, 127]], [[127], [127], [127]]
// => 48387

// -----

// Dot general of integers wraps around.
func.func @main(%a0: tensor<1x3xi8>, %a1: tensor<3x1xi8>) -> tensor<1x1xi8> {
  %r0 = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<1x3xi8>, tensor<3x1xi8>) -> tensor<1x1xi8>
  return %r0 : tensor<1x1xi8>
}

// run: [[127, -128, 124]], [[127], [127], [5]]
// => -19

// -----

// Dot general of integers wraps around.
func.func @main(%a0: tensor<1x3xi32>, %a1: tensor<3x1xi32>) -> tensor<1x1xi32> {
  %r0 = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<1x3xi32>, tensor<3x1xi32>) -> tensor<1x1xi32>
  return %r0 : tensor<1x1xi32>
}

// run: [[2147483647, -2147483648, 2147483644]], [[2147483647], [2147483647], [5]]
// => -19

// -----

// Dot general of integers wraps around.
func.func @main(%a0: tensor<1x3xi64>, %a1: tensor<3x1xi64>) -> tensor<1x1xi64> {
  %r0 = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<1x3xi64>, tensor<3x1xi64>) -> tensor<1x1xi64>
  return %r0 : tensor<1x1xi64>
}

// run: [[9223372036854775807, -9223372036854775808, 9223372036854775804]], [[9223372036854775807], [9223372036854775807], [5]]
// => -19

// -----

// Dot general of integers wraps around.
func.func @main(%a0: tensor<1x3xui64>, %a1: tensor<3x1xui64>) -> tensor<1x1xui64> {
  %r0 = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<1x3xui64>, tensor<3x1xui64>) -> tensor<1x1xui64>
  return %r0 : tensor<1x1xui64>
}

// run: [[18446744073709551615, 0, 18446744073709551612]], [[18446744073709551615], [18446744073709551615], [5]]
// => 18446744073709551597

// -----

// Dot general sums small floats exactly and rounds once.
func.func @main(%a0: tensor<1x3xbf16>, %a1: tensor<3x1xbf16>) -> tensor<1x1xbf16> {
  %r0 = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<1x3xbf16>, tensor<3x1xbf16>) -> tensor<1x1xbf16>
  return %r0 : tensor<1x1xbf16>
}

// run: [[256.0, 1.0, 1.0]], [[1.0], [1.0], [1.0]]
// => 2.580000e+02

// -----

// Dot.
func.func @main(%a0: tensor<3xi32>, %a1: tensor<3xi32>) -> tensor<i32> {
  %r0 = stablehlo.dot %a0, %a1 : (tensor<3xi32>, tensor<3xi32>) -> tensor<i32>
  return %r0 : tensor<i32>
}

// run: sample, sample 1
// => -3

// -----

// Dot.
func.func @main(%a0: tensor<3xi32>, %a1: tensor<3xi32>) -> tensor<i32> {
  %r0 = stablehlo.dot_general %a0, %a1, contracting_dims = [0] x [0] : (tensor<3xi32>, tensor<3xi32>) -> tensor<i32>
  return %r0 : tensor<i32>
}

// run: sample, sample 1
// cpp: the same

// -----

// Dot.
func.func @main(%a0: tensor<2x3xi32>, %a1: tensor<3xi32>) -> tensor<2xi32> {
  %r0 = stablehlo.dot %a0, %a1 : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2xi32>
  return %r0 : tensor<2xi32>
}

// run: sample, sample 1
// => [-3, -7]

// -----

// Dot.
func.func @main(%a0: tensor<2x3xi32>, %a1: tensor<3xi32>) -> tensor<2xi32> {
  %r0 = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2xi32>
  return %r0 : tensor<2xi32>
}

// run: sample, sample 1
// cpp: the same

// -----

// Dot.
func.func @main(%a0: tensor<2x3xi32>, %a1: tensor<3x4xi32>) -> tensor<2x4xi32> {
  %r0 = stablehlo.dot %a0, %a1 : (tensor<2x3xi32>, tensor<3x4xi32>) -> tensor<2x4xi32>
  return %r0 : tensor<2x4xi32>
}

// run: sample, sample 1
// => [[-8, -4, 9, 16], [28, 18, -27, -15]]

// -----

// Dot.
func.func @main(%a0: tensor<2x3xi32>, %a1: tensor<3x4xi32>) -> tensor<2x4xi32> {
  %r0 = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<2x3xi32>, tensor<3x4xi32>) -> tensor<2x4xi32>
  return %r0 : tensor<2x4xi32>
}

// run: sample, sample 1
// cpp: the same

// -----

// Einsum of matrices.
func.func @main(%a0: tensor<2x2xi32>, %a1: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %r0 = stablehlo.einsum %a0, %a1, config = "ab,bc->ac" : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  return %r0 : tensor<2x2xi32>
}

// run: [[1, 2], [3, 4]], [[5, 6], [7, 8]]
// => [[19, 22], [43, 50]]

// -----

// Einsum batches and transposes.
func.func @main(%a0: tensor<2x2xi32>, %a1: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %r0 = stablehlo.einsum %a0, %a1, config = "ab,ab->ba" : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  return %r0 : tensor<2x2xi32>
}

// run: [[1, 2], [3, 4]], [[5, 6], [7, 8]]
// => [[5, 21], [12, 32]]

// -----

// Einsum sums over letters of one operand.
func.func @main(%a0: tensor<2x2xi32>, %a1: tensor<3xi32>) -> tensor<2xi32> {
  %r0 = stablehlo.einsum %a0, %a1, config = "ab,c->a" : (tensor<2x2xi32>, tensor<3xi32>) -> tensor<2xi32>
  return %r0 : tensor<2xi32>
}

// run: [[1, 2], [3, 4]], [1, 1, 10]
// => [36, 84]

// -----

// Einsum with an ellipsis.
func.func @main(%a0: tensor<2x1x2xi32>, %a1: tensor<2x2xi32>) -> tensor<2x1xi32> {
  %r0 = stablehlo.einsum %a0, %a1, config = "...ab,...b->...a" : (tensor<2x1x2xi32>, tensor<2x2xi32>) -> tensor<2x1xi32>
  return %r0 : tensor<2x1xi32>
}

// run: [[[1, 2]], [[3, 4]]], [[5, 6], [7, 8]]
// => [[17], [53]]

// -----

// Einsum with ellipses of different ranks: a matrix times each of two columns: the ellipsis stands for nothing on the
// left, for a dimension on the right.
func.func @main(%a0: tensor<2x2xi32>, %a1: tensor<3x2xi32>) -> tensor<3x2xi32> {
  %r0 = stablehlo.einsum %a0, %a1, config = "...ab,...b->...a" : (tensor<2x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi32>
  return %r0 : tensor<3x2xi32>
}

// run: [[1, 2], [3, 4]], [[1, 0], [0, 1], [1, 1]]
// => [[1, 3], [2, 4], [3, 7]]

// -----

// A few products are summed in order: bit for bit as the reference interpreter sums: no product is fused with a sum,
// and none overtakes another.
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3x4xf32>) -> tensor<4x4xf32> {
  %r0 = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  return %r0 : tensor<4x4xf32>
}

// run: [[2.040919065475464, -2.5556650161743164, 0.4180988371372223], [-0.5677695870399475, -0.4526492953300476, -0.21559716761112213], [-2.019986152648926, -0.2319323718547821, -0.8652130961418152], [3.3229994773864746, 0.22578661143779755, -0.3526307940483093]], [[-0.28128743171691895, -0.6680463552474976, -1.0551505088806152, -0.39080098271369934], [0.4819453954696655, -0.23855361342430115, 0.9577587246894836, -0.19980213046073914], [0.02425956539809704, 1.5458208322525024, 0.545105516910553, -0.5052287578582764]]
// => [[-1.79563296, -0.107459545, -4.37327909, -0.4982014], [-0.063676089, 0.154002905, 0.0480303317, 0.421251088], [0.435428292, 0.0673081875, 1.43762159, 1.27288365], [-0.834455907, -2.8188839, -3.48223662, -1.1655848]]
// cpp: the same

// -----

// A few products are summed in order: bit for bit as the reference interpreter sums: no product is fused with a sum,
// and none overtakes another.
func.func @main(%a0: tensor<4x3xf64>, %a1: tensor<3x4xf64>) -> tensor<4x4xf64> {
  %r0 = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<4x3xf64>, tensor<3x4xf64>) -> tensor<4x4xf64>
  return %r0 : tensor<4x4xf64>
}

// run: [[2.0409191213851825, -2.5556650313141818, 0.41809884672577885], [-0.5677696061279298, -0.45264929211044586, -0.2155971630897659], [-2.019986129147251, -0.23193237764418947, -0.8652130762749417], [3.3229995166448827, 0.22578661322792176, -0.3526307943415954]], [[-0.2812874181513504, -0.6680463461089501, -1.0551505512051214, -0.39080097723465473], [0.48194538850678587, -0.2385536065733667, 0.9577587029597641, -0.19980212906658], [0.024259565076664623, 1.545820851212812, 0.5451055226876446, -0.505228735614018]]
// => [[-1.7956329505394584, -0.1074595361950873, -4.3732793711061859, -0.49820142434958525], [-0.063676085739276383, 0.15400294178482016, 0.048030409680023659, 0.42125109131288896], [0.43542825018926579, 0.0673082438879542, 1.4376217982305115, 1.2728836446870799], [-0.83445580722682799, -2.8188839307909026, -3.4822366712766821, -1.1655848941290057]]
// cpp: the same

// -----

// Unary einsum (ab->ba-kept0-expected0).
func.func @main(%a0: tensor<2x3xi32>) -> tensor<3x2xi32> {
  %r0 = stablehlo.unary_einsum %a0, config = "ab->ba" : (tensor<2x3xi32>) -> tensor<3x2xi32>
  return %r0 : tensor<3x2xi32>
}

// run: [[1, 2, 3], [4, 5, 6]]
// => [[1, 4], [2, 5], [3, 6]]

// -----

// Unary einsum (ab->a-kept1-expected1).
func.func @main(%a0: tensor<2x3xi32>) -> tensor<2xi32> {
  %r0 = stablehlo.unary_einsum %a0, config = "ab->a" : (tensor<2x3xi32>) -> tensor<2xi32>
  return %r0 : tensor<2xi32>
}

// run: [[1, 2, 3], [4, 5, 6]]
// => [6, 15]

// -----

// Unary einsum (ab->-kept2-21).
func.func @main(%a0: tensor<2x3xi32>) -> tensor<i32> {
  %r0 = stablehlo.unary_einsum %a0, config = "ab->" : (tensor<2x3xi32>) -> tensor<i32>
  return %r0 : tensor<i32>
}

// run: [[1, 2, 3], [4, 5, 6]]
// => 21
