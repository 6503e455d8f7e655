// reduce and map: what they reject, what they infer, how they are printed.

// -----

// Only commutative ops are applied (subtract).
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce' expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result}}
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.subtract across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// -----

// Only commutative ops are applied (negate).
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce' expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result}}
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.negate across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// -----

// Only commutative ops are applied (constant).
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce' expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result}}
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.constant across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// -----

// Only commutative ops are applied (nonsense).
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce' expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result}}
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.nonsense across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// -----

func.func @reduce_1(%arg0: tensor<4x3xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
func.func @reduce_2(%arg0: tensor<4x3xi8>, %arg1: tensor<i32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<4x3xi8>, tensor<i32>) -> tensor<4xi32>
   reducer(%arg2: tensor<i32>, %arg3: tensor<i32>)  {
    %1 = stablehlo.add %arg2, %arg3 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  return
}
func.func @reduce_3(%arg0: tensor<?x3xbf16>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [1] : (tensor<?x3xbf16>, tensor<f32>) -> tensor<?xf32>
   reducer(%arg2: tensor<f32>, %arg3: tensor<f32>)  {
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  return
}
func.func @reduce_4(%arg0: tensor<?x?xf32, #stablehlo.bounds<4, 3>>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, #stablehlo.bounds<4, 3>>, tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  return
}
func.func @map(%arg0: tensor<2x?xi32>) {
  %0 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
    %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x?xi32>, tensor<2x?xi32>) -> tensor<2x?xi1>
  return
}

// infer:
// unchanged

// -----

func.func @reduce_1(%arg0: tensor<4x3xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
func.func @reduce_2(%arg0: tensor<?x3xf32>, %arg1: tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<?x3xf32>, tensor<f32>) -> tensor<?xf32>
  return
}

// speculate:
// => yes: @reduce_1
// => no: @reduce_2

// -----

func.func @reduce(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> tensor<4xf32> {
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}
func.func @reduce_2(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> tensor<4xf32> {
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.maximum across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}
func.func @reduce_3(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> tensor<4xf32> {
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.minimum across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}
func.func @reduce_4(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> tensor<4xf32> {
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.multiply across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}
func.func @reduce_5(%a0: tensor<4x3xi1>, %a1: tensor<i1>) -> tensor<4xi1> {
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.and across dimensions = [1] : (tensor<4x3xi1>, tensor<i1>) -> tensor<4xi1>
  return %r0 : tensor<4xi1>
}
func.func @reduce_6(%a0: tensor<4x3xi1>, %a1: tensor<i1>) -> tensor<4xi1> {
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.or across dimensions = [1] : (tensor<4x3xi1>, tensor<i1>) -> tensor<4xi1>
  return %r0 : tensor<4xi1>
}
func.func @reduce_7(%a0: tensor<4x3xi1>, %a1: tensor<i1>) -> tensor<4xi1> {
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.xor across dimensions = [1] : (tensor<4x3xi1>, tensor<i1>) -> tensor<4xi1>
  return %r0 : tensor<4xi1>
}
func.func @reduce_8(%a0: tensor<4x3xf32>, %a1: tensor<f32>, %a2: tensor<4x3xi32>, %a3: tensor<i32>) -> tensor<3xf32> {
  %r0:2 = stablehlo.reduce(%a0 init: %a1), (%a2 init: %a3) across dimensions = [0] {x = 1 : i32} : (tensor<4x3xf32>, tensor<4x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%z: tensor<i32>, %w: tensor<i32>)  {
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s, %w : tensor<f32>, tensor<i32>
  }
  return %r0#0 : tensor<3xf32>
}
func.func @map(%a0: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %r0 = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %r0 : tensor<4x3xf32>
}
func.func @reduce_9(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> tensor<4xf32> {
  %r0 = stablehlo.reduce(%a0 init: %a1) across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>)  {
    %s = stablehlo.subtract %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  return %r0 : tensor<4xf32>
}
func.func @reduce_10(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> tensor<4xf32> {
  %r0 = stablehlo.reduce(%a0 init: %a1) across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>)  {
    %s = stablehlo.add %y, %x : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  return %r0 : tensor<4xf32>
}
func.func @reduce_11(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> tensor<4xf32> {
  %r0 = stablehlo.reduce(%a0 init: %a1) across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>)  {
    %s = stablehlo.add %x, %x : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  return %r0 : tensor<4xf32>
}
func.func @reduce_12(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> tensor<4xf32> {
  %r0 = stablehlo.reduce(%a0 init: %a1) across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>)  {
    %n = stablehlo.negate %x : tensor<f32>
    %s = stablehlo.add %n, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  return %r0 : tensor<4xf32>
}
func.func @reduce_13(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> tensor<4xf32> {
  %r0 = stablehlo.reduce(%a0 init: %a1) across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>)  {
    stablehlo.return %y : tensor<f32>
  }
  return %r0 : tensor<4xf32>
}

// print:
// unchanged
// cpp: the same

// -----

// A reduce without its region.
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op requires one region}}
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}
