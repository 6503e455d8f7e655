// Ops of xDSL's own dialects in forms that MLIR writes and xDSL does not read.

// -----

// Other types are refused.
func.func @main(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>, %c: tensor<2x?xi1>, %v: vector<4xi32>,
%w: vector<[4]xf32>, %s: i32, %f: f32, %p: i1, %n: index) {
  // expected-error@+1 {{custom op 'arith.cmpf' Expected one of 'false', 'oeq', 'oge', 'ogt', 'ole', 'olt', 'one', 'ord', 'true', 'ueq', 'uge', 'ugt', 'ule', 'ult', 'une', 'uno'}}
  %0 = arith.cmpf slt, %a, %b : tensor<2x?xf32>
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

// cpp: Unable to parse module assembly: error: "-":4:19: custom op 'arith.cmpf' expected string or keyword containing one of the following enum values for attribute 'predicate' [false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, true]

// -----

// Other types are refused.
func.func @main(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>, %c: tensor<2x?xi1>, %v: vector<4xi32>,
%w: vector<[4]xf32>, %s: i32, %f: f32, %p: i1, %n: index) {
  // expected-error@+1 {{'arith.cmpf' op operand #0 has no elements that 'arith.cmpf' compares, but 'tensor<2x?xi1>'}}
  %0 = arith.cmpf ogt, %c, %c : tensor<2x?xi1>
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

// cpp: error:

// -----

// Other types are refused.
func.func @main(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>, %c: tensor<2x?xi1>, %v: vector<4xi32>,
%w: vector<[4]xf32>, %s: i32, %f: f32, %p: i1, %n: index) {
  %0 = arith.cmpf ogt, %a, %b : tensor<2x?xf32>
  %1 = arith.cmpf une, %a, %b fastmath<nnan,ninf> {foo.x} : tensor<2x?xf32>
  %2 = arith.cmpf oeq, %w, %w : vector<[4]xf32>
  %3 = arith.cmpf true, %f, %f fastmath<fast> : f32
  // expected-error@+1 {{'arith.cmpi' op operand #0 has no elements that 'arith.cmpi' compares, but 'vector<[4]xf32>'}}
  %4 = arith.cmpi slt, %w, %w : vector<[4]xf32>
  %5 = arith.cmpi ule, %s, %s : i32
  %6 = arith.select %c, %a, %b : tensor<2x?xi1>, tensor<2x?xf32>
  %7 = arith.select %p, %a, %b : tensor<2x?xf32>
  %8 = arith.index_castui %n : index to i32
  %9 = arith.index_cast %n : index to i32
  return
}

// cpp: Unable to parse module assembly: error: "-":8:8: custom op 'arith.cmpi' 'lhs' must be signless-non-zero-bitwidth-integer-like, but got 'vector<[4]xf32>'

// -----

// Other types are refused.
func.func @main(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>, %c: tensor<2x?xi1>, %v: vector<4xi32>,
%w: vector<[4]xf32>, %s: i32, %f: f32, %p: i1, %n: index) {
  %0 = arith.cmpf ogt, %a, %b : tensor<2x?xf32>
  %1 = arith.cmpf une, %a, %b fastmath<nnan,ninf> {foo.x} : tensor<2x?xf32>
  %2 = arith.cmpf oeq, %w, %w : vector<[4]xf32>
  %3 = arith.cmpf true, %f, %f fastmath<fast> : f32
  %4 = arith.cmpi slt, %v, %v : vector<4xi32>
  %5 = arith.cmpi ule, %s, %s : i32
  // expected-error@+1 {{'arith.select' op expected condition type of i1, alone or of the shape of 'tensor<2x?xf32>', but got 'vector<4xi32>'}}
  %6 = arith.select %v, %a, %b : vector<4xi32>, tensor<2x?xf32>
  %7 = arith.select %p, %a, %b : tensor<2x?xf32>
  %8 = arith.index_castui %n : index to i32
  %9 = arith.index_cast %n : index to i32
  return
}

// cpp: error:

// -----

// Other types are refused.
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
  // expected-error@+1 {{'arith.index_castui' op operand type 'index' and result type 'f32' are cast incompatible}}
  %8 = arith.index_castui %n : index to f32
  %9 = arith.index_cast %n : index to i32
  return
}

// cpp: Unable to parse module assembly: error: "-":12:8: 'arith.index_castui' op result #0 must be signless-non-zero-bitwidth-integer-like or memref of signless-integer, but got 'f32' note: "-":12:8: see current operation: %8 = "arith.index_castui"(%arg8) : (index) -> f32

// -----

// Other affine loops are refused ("addf", "maximumf"-"addf", "least").
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
  // expected-error@+1 {{custom op 'affine.parallel' invalid reduction value: 'least'}}
  %r:2 = affine.parallel (%i) = (0) to (10) reduce ("addf", "least") -> (f32, f32) {
    affine.yield %v, %v : f32, f32
  }
  return %r#1 : f32
}

// cpp: Unable to parse module assembly: error: "-":12:61: custom op 'affine.parallel' invalid reduction value: "least"

// -----

// Other affine loops are refused ("addf", "maximumf"-"addf").
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
  // expected-error@+1 {{'affine.parallel' op expects a step for each loop, and a reduction for each result}}
  %r:2 = affine.parallel (%i) = (0) to (10) reduce ("addf") -> (f32, f32) {
    affine.yield %v, %v : f32, f32
  }
  return %r#1 : f32
}

// cpp: Unable to parse module assembly: error: "-":12:10: 'affine.parallel' op a reduction must be specified for each output note: "-":12:10: see current operation: %0:2 = "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [0], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (10)>}> ({ ^bb0(%arg4: index): "affine.yield"(%arg2, %arg2) : (f32, f32) -> () }) : () -> (f32, f32)

// -----

// Other affine loops are refused (step (2, 1)-step (2)).
func.func @f(%n: index, %m: index, %v: f32, %a: memref<?x4xf32>) -> f32 {
  affine.for %k = 0 to 10 {
    // expected-error@+1 {{'affine.parallel' op expects a step for each loop, and a reduction for each result}}
    affine.parallel (%i, %j) = (max(%k, symbol(%n), 0), -%k + 3)
    to (min(symbol(%n) * 2, symbol(%m)), %k mod 3 + symbol(%n) floordiv 4 - (%k ceildiv 2)) step (2) {
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

// cpp: Unable to parse module assembly: error: "-":4:5: 'affine.parallel' op the number of region arguments (2) and the number of map groups for lower (2) and upper bound (2), and the number of steps (1) must all match note: "-":4:5: see current operation: "affine.parallel"(%arg5, %arg0, %arg5, %arg0, %arg1) <{lowerBoundsGroups = dense<[3, 1]> : tensor<2xi32>, lowerBoundsMap = affine_map<(d0)[s0] -> (d0, s0, 0, -d0 + 3)>, reductions = [], steps = [2], upperBoundsGroups = dense<[2, 1]> : tensor<2xi32>, upperBoundsMap = affine_map<(d0)[s0, s1] -> (s0 * 2, s1, d0 mod 3 + s0 floordiv 4 - d0 ceildiv 2)>}> ({ ^bb0(%arg6: index, %arg7: index): "affine.parallel"() <{lowerBoundsGroups = dense<> : tensor<0xi32>, lowerBoundsMap = affine_map<() -> ()>, reductions = [], steps = [], upperBoundsGroups = dense<> : tensor<0xi32>, upperBoundsMap = affine_map<() -> ()>}> ({ "affine.yield"() : () -> () }) : () -> () "affine.yield"() : () -> () }) {foo.x} : (index, index, index, index, index) -> ()

// -----

// Other affine loops are refused.
func.func @f(%n: index, %m: index, %v: f32, %a: memref<?x4xf32>) -> f32 {
  affine.for %k = 0 to 10 {
    // expected-error@+1 {{'affine.parallel' op expects the same number of bounds, groups and loops}}
    affine.parallel (%i, %j) = (max(%k, symbol(%n), 0))
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

// cpp: Unable to parse module assembly: error: "-":4:5: 'affine.parallel' op the number of region arguments (2) and the number of map groups for lower (1) and upper bound (2), and the number of steps (2) must all match note: "-":4:5: see current operation: "affine.parallel"(%arg5, %arg0, %arg5, %arg0, %arg1) <{lowerBoundsGroups = dense<3> : tensor<1xi32>, lowerBoundsMap = affine_map<(d0)[s0] -> (d0, s0, 0)>, reductions = [], steps = [2, 1], upperBoundsGroups = dense<[2, 1]> : tensor<2xi32>, upperBoundsMap = affine_map<(d0)[s0, s1] -> (s0 * 2, s1, d0 mod 3 + s0 floordiv 4 - d0 ceildiv 2)>}> ({ ^bb0(%arg6: index, %arg7: index): "affine.parallel"() <{lowerBoundsGroups = dense<> : tensor<0xi32>, lowerBoundsMap = affine_map<() -> ()>, reductions = [], steps = [], upperBoundsGroups = dense<> : tensor<0xi32>, upperBoundsMap = affine_map<() -> ()>}> ({ "affine.yield"() : () -> () }) : () -> () "affine.yield"() : () -> () }) {foo.x} : (index, index, index, index, index) -> ()

// -----

// Other affine loops are refused.
func.func @f(%n: index, %m: index, %v: f32, %a: memref<?x4xf32>) -> f32 {
  affine.for %k = 0 to 10 {
    affine.parallel (%i, %j) = (max(%k, symbol(%n), 0), -%k + 3)
    to (min(symbol(%n) * 2, symbol(%m)), %k mod 3 + symbol(%n) floordiv 4 - (%k ceildiv 2)) step (2, 1) {
      affine.parallel () = () to () {
      }
    } {foo.x}
    %e = affine.load %a[%k * 2 + symbol(%n), 3] {foo.x} : memref<?x4xf32>
    affine.store %e, %a[%k] : memref<?x4xf32>
  // expected-error@+1 {{'affine.store' op affine map num results must equal memref rank}}
  }
  %r:2 = affine.parallel (%i) = (0) to (10) reduce ("addf", "maximumf") -> (f32, f32) {
    affine.yield %v, %v : f32, f32
  }
  return %r#1 : f32
}

// cpp: error:

// -----

// Other affine loops are refused.
func.func @f(%n: index, %m: index, %v: f32, %a: memref<?x4xf32>) -> f32 {
  affine.for %k = 0 to 10 {
    affine.parallel (%i, %j) = (max(%k, symbol(%n), 0), -%k + 3)
    to (min(symbol(%n) * 2, symbol(%m)), %k mod 3 + symbol(%n) floordiv 4 - (%k ceildiv 2)) step (2, 1) {
      affine.parallel () = () to () {
      }
    } {foo.x}
    %e = affine.load %a[%k * 2 + symbol(%n), 3] {foo.x} : memref<?x4xf32>
    affine.store %e, %a[%k, 3] : f32
  // expected-error@+1 {{custom op 'affine.store' expected a memref type}}
  }
  %r:2 = affine.parallel (%i) = (0) to (10) reduce ("addf", "maximumf") -> (f32, f32) {
    affine.yield %v, %v : f32, f32
  }
  return %r#1 : f32
}

// cpp: Unable to parse module assembly: error: "-":10:32: custom op 'affine.store' invalid kind of type specified: expected builtin.memref, but found 'f32'
