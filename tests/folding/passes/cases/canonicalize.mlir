// xDSL's own `canonicalize`: folds what is small and exact, and nothing else.

// -----

// An op on constants folds.
func.func @main() -> tensor<2xi32> {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %z = stablehlo.constant dense<0> : tensor<2xi32>
  %b = stablehlo.add %a, %a : tensor<2xi32>
  %r = stablehlo.multiply %b, %a : tensor<2xi32>
  return %r : tensor<2xi32>
}

// pass: canonicalize
// => func.func @main() -> tensor<2xi32> {
// =>   %r = stablehlo.constant dense<[2, 8]> : tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }

// -----

// 256 elements are small.
func.func @main() -> tensor<256xi32> {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %z = stablehlo.constant dense<0> : tensor<2xi32>
  %r = stablehlo.iota dim = 0 : tensor<256xi32>
  return %r : tensor<256xi32>
}

// pass: canonicalize
// => func.func @main() -> tensor<256xi32> {
// =>   %r = stablehlo.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000100000001100000012000000130000001400000015000000160000001700000018000000190000001A0000001B0000001C0000001D0000001E0000001F000000200000002100000022000000230000002400000025000000260000002700000028000000290000002A0000002B0000002C0000002D0000002E0000002F000000300000003100000032000000330000003400000035000000360000003700000038000000390000003A0000003B0000003C0000003D0000003E0000003F000000400000004100000042000000430000004400000045000000460000004700000048000000490000004A0000004B0000004C0000004D0000004E0000004F000000500000005100000052000000530000005400000055000000560000005700000058000000590000005A0000005B0000005C0000005D0000005E0000005F000000600000006100000062000000630000006400000065000000660000006700000068000000690000006A0000006B0000006C0000006D0000006E0000006F000000700000007100000072000000730000007400000075000000760000007700000078000000790000007A0000007B0000007C0000007D0000007E0000007F000000800000008100000082000000830000008400000085000000860000008700000088000000890000008A0000008B0000008C0000008D0000008E0000008F000000900000009100000092000000930000009400000095000000960000009700000098000000990000009A0000009B0000009C0000009D0000009E0000009F000000A0000000A1000000A2000000A3000000A4000000A5000000A6000000A7000000A8000000A9000000AA000000AB000000AC000000AD000000AE000000AF000000B0000000B1000000B2000000B3000000B4000000B5000000B6000000B7000000B8000000B9000000BA000000BB000000BC000000BD000000BE000000BF000000C0000000C1000000C2000000C3000000C4000000C5000000C6000000C7000000C8000000C9000000CA000000CB000000CC000000CD000000CE000000CF000000D0000000D1000000D2000000D3000000D4000000D5000000D6000000D7000000D8000000D9000000DA000000DB000000DC000000DD000000DE000000DF000000E0000000E1000000E2000000E3000000E4000000E5000000E6000000E7000000E8000000E9000000EA000000EB000000EC000000ED000000EE000000EF000000F0000000F1000000F2000000F3000000F4000000F5000000F6000000F7000000F8000000F9000000FA000000FB000000FC000000FD000000FE000000FF000000"> : tensor<256xi32>
// =>   return %r : tensor<256xi32>
// => }

// -----

// 257 elements are not.
func.func @main() -> tensor<257xi32> {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %z = stablehlo.constant dense<0> : tensor<2xi32>
  %r = stablehlo.iota dim = 0 : tensor<257xi32>
  return %r : tensor<257xi32>
}

// pass: canonicalize
// => func.func @main() -> tensor<257xi32> {
// =>   %r = stablehlo.iota dim = 0 : tensor<257xi32>
// =>   return %r : tensor<257xi32>
// => }

// -----

// Division by zero stays.
func.func @main() -> tensor<2xi32> {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %z = stablehlo.constant dense<0> : tensor<2xi32>
  %r = stablehlo.divide %a, %z : tensor<2xi32>
  return %r : tensor<2xi32>
}

// pass: canonicalize
// unchanged

// -----

// An op with a sharding stays.
func.func @main() -> tensor<2xi32> {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %z = stablehlo.constant dense<0> : tensor<2xi32>
  %r = stablehlo.add %a, %a {mhlo.sharding = "x"} : tensor<2xi32>
  return %r : tensor<2xi32>
}

// pass: canonicalize
// => func.func @main() -> tensor<2xi32> {
// =>   %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
// =>   %r = stablehlo.add %a, %a {mhlo.sharding = "x"} : tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }

// -----

// What is not exact stays.
func.func @main() -> tensor<f32> {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %z = stablehlo.constant dense<0> : tensor<2xi32>
  %f = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %r = stablehlo.sine %f : tensor<f32>
  return %r : tensor<f32>
}

// pass: canonicalize
// => func.func @main() -> tensor<f32> {
// =>   %f = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// =>   %r = stablehlo.sine %f : tensor<f32>
// =>   return %r : tensor<f32>
// => }

// -----

// A rule gives an operand: x + 0.
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %z = stablehlo.constant dense<0> : tensor<2xi32>
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r = stablehlo.add %x, %z : tensor<2xi32>
  return %r : tensor<2xi32>
}

// pass: canonicalize
// => func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
// =>   return %x : tensor<2xi32>
// => }

// -----

// A rule gives a constant: x and 0.
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %z = stablehlo.constant dense<0> : tensor<2xi32>
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r = stablehlo.and %x, %z : tensor<2xi32>
  return %r : tensor<2xi32>
}

// pass: canonicalize
// => func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
// =>   %r = stablehlo.constant dense<0> : tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }

// -----

// A rule looks at the op before: -(-x).
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %z = stablehlo.constant dense<0> : tensor<2xi32>
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.negate %x : tensor<2xi32>
  %r = stablehlo.negate %b : tensor<2xi32>
  return %r : tensor<2xi32>
}

// pass: canonicalize
// => func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
// =>   return %x : tensor<2xi32>
// => }

// -----

// No rule.
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %z = stablehlo.constant dense<0> : tensor<2xi32>
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r = stablehlo.add %x, %x : tensor<2xi32>
  return %r : tensor<2xi32>
}

// pass: canonicalize
// => func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
// =>   %r = stablehlo.add %x, %x : tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }

// -----

// What another op says takes the place of two.
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %z = stablehlo.constant dense<0> : tensor<2xi32>
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.add %x, %a : tensor<2xi32>
  %r = stablehlo.add %b, %a : tensor<2xi32>
  return %r : tensor<2xi32>
}

// pass: canonicalize
// => func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
// =>   %r = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
// =>   %r_0 = stablehlo.add %x, %r : tensor<2xi32>
// =>   return %r_0 : tensor<2xi32>
// => }
