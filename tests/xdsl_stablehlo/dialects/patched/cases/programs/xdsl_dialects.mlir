// Programs of test_xdsl_dialects.py: Ops of xDSL's own dialects in forms that MLIR writes and xDSL does not read.

// -----
// loop
func.func @main(%x: tensor<2xf32>, %n: index) -> tensor<2xf32> {{
    %r = scf.for %i = %n to %n step %n iter_args(%carried = %x) -> {types} {{
        scf.yield %carried : tensor<2xf32>
      }}
    scf.for %j = %n to %n step %n {{
      }}
    return %r : tensor<2xf32>
  }}

// -----
// buffers
func.func @main(%m: memref<?xi16>) -> memref<4xi16> {
  %cast = memref.cast %m : memref<?xi16> to memref<4xi16>
  %t = bufferization.to_tensor %cast : memref<4xi16> to tensor<4xi16>
  %b = bufferization.to_buffer %t : tensor<4xi16> to memref<4xi16>
  return %b : memref<4xi16>
}

// -----
// compared
func.func @main(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>, %c: tensor<2x?xi1>, %v: vector<4xi32>,
%w: vector<[4]xf32>, %s: i32, %f: f32, %p: i1, %n: index) {
  %0 = arith.cmpf ogt, %a, %b : tensor<2x?xf32>
  %1 = arith.cmpf une, %a, %b fastmath<nnan,ninf> {foo.x} : tensor<2x?xf32>
  %2 = arith.cmpf oeq, %w, %w : vector<[4]xf32>
  %3 = arith.cmpf true, %f, %f fastmath<fast> : f32
  %4 = arith.cmpi slt, %v, %v : vector<4xi32>
  %5 = arith.cmpi ule, %s, %s : i32
  %6 = arith.select %c, %a, %b : tensor<2x?xi1>, tensor<2x?xf32>
  %7 = arith.select %p, %a, %b : tensor<2x?xf32>
  %8 = arith.index_castui %n : index to i32
  %9 = arith.index_cast %n : index to i32
  return
}

// -----
// loops
func.func @f(%n: index, %m: index, %v: f32, %a: memref<?x4xf32>) -> f32 {
  affine.for %k = 0 to 10 {
    affine.parallel (%i, %j) = (max(%k, symbol(%n), 0), -%k + 3)
    to (min(symbol(%n) * 2, symbol(%m)), %k mod 3 + symbol(%n) floordiv 4 - (%k ceildiv 2)) step (2, 1) {
      affine.parallel () = () to () {
      }
    } {foo.x}
    %e = affine.load %a[%k * 2 + symbol(%n), 3] {foo.x} : memref<?x4xf32>
    affine.store %e, %a[%k, 3] : memref<?x4xf32>
  }
  %r:2 = affine.parallel (%i) = (0) to (10) reduce ("addf", "maximumf") -> (f32, f32) {
    affine.yield %v, %v : f32, f32
  }
  return %r#1 : f32
}
