// Programs of test_rows.py: Setup in blocks of rows: what NumPy gives for the whole arrays, from few bytes at a time.

// -----
// column and row
%one = stablehlo.slice %b [0:64, 0:1] : (tensor<64x8xf32>) -> tensor<64x1xf32>
  %column = stablehlo.broadcast_in_dim %one, dims = [0, 1] : (tensor<64x1xf32>) -> tensor<64x32xf32>
  %few = stablehlo.slice %v [0:32] : (tensor<1024xf32>) -> tensor<32xf32>
  %row = stablehlo.broadcast_in_dim %few, dims = [1] : (tensor<32xf32>) -> tensor<64x32xf32>
  

// -----
// slices of a sum of slices
%1 = stablehlo.slice %0 [0:63, 0:32] : (tensor<64x32xf32>) -> tensor<63x32xf32>
  %2 = stablehlo.slice %0 [1:64, 0:32] : (tensor<64x32xf32>) -> tensor<63x32xf32>
  %3 = stablehlo.subtract %2, %1 : tensor<63x32xf32>
  %r = stablehlo.slice %3 [1:63:2, 0:32] : (tensor<63x32xf32>) -> tensor<31x32xf32>

// -----
// dynamic slice
%1 = stablehlo.add %k, %k : tensor<i32>
  %r = stablehlo.dynamic_slice %0, %k, %1, sizes = [40, 20]
    : (tensor<64x32xf32>, tensor<i32>, tensor<i32>) -> tensor<40x20xf32>

// -----
// rows at computed indices, as vectors
%1 = stablehlo.reverse %i, dims = [0] : tensor<64xi32>
  %2 = stablehlo.reshape %1 : (tensor<64xi32>) -> tensor<64x1xi32>
  %r = 

// -----
// elements at indices
%0 = stablehlo.add %v, %v : tensor<1024xf32>
  %1 = stablehlo.iota dim = 0 : tensor<600xi32>
  %two = stablehlo.constant dense<2> : tensor<600xi32>
  %2 = stablehlo.multiply %1, %two : tensor<600xi32>
  %r = "stablehlo.gather"(%0, %2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>
    : (tensor<1024xf32>, tensor<600xi32>) -> tensor<600xf32>

// -----
// rows joined
%1 = stablehlo.reshape %c : (tensor<4x16x32xf32>) -> tensor<64x32xf32>
  %2 = stablehlo.concatenate %0, %1, %a, dim = 0
    : (tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<192x32xf32>
  %r = stablehlo.slice %2 [7:190:5, 0:32] : (tensor<192x32xf32>) -> tensor<37x32xf32>

// -----
// rows joined and reversed
%1 = stablehlo.concatenate %0, %a, dim = 0
    : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<128x32xf32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<128x32xf32>
  %r = stablehlo.slice %2 [1:128:3, 0:32] : (tensor<128x32xf32>) -> tensor<43x32xf32>

// -----
// layers stacked
%1 = stablehlo.reshape %a : (tensor<64x32xf32>) -> tensor<1x64x32xf32>
  %2 = stablehlo.reshape %0 : (tensor<64x32xf32>) -> tensor<1x64x32xf32>
  %r = stablehlo.concatenate %2, %1, %1, dim = 0
    : (tensor<1x64x32xf32>, tensor<1x64x32xf32>, tensor<1x64x32xf32>) -> tensor<3x64x32xf32>

// -----
// one row of several
%1 = stablehlo.reshape %0 : (tensor<64x32xf32>) -> tensor<16x4x32xf32>
  %2 = stablehlo.transpose %1, dims = [0, 2, 1] : (tensor<16x4x32xf32>) -> tensor<16x32x4xf32>
  %r = stablehlo.slice %2 [1:16:2, 0:32, 0:4] : (tensor<16x32x4xf32>) -> tensor<8x32x4xf32>

// -----
// several rows of one
%0 = stablehlo.add %c, %c : tensor<4x16x32xf32>
  %1 = stablehlo.transpose %0, dims = [0, 2, 1] : (tensor<4x16x32xf32>) -> tensor<4x32x16xf32>
  %r = stablehlo.reshape %1 : (tensor<4x32x16xf32>) -> tensor<128x16xf32>

// -----
// moved within rows
%1 = stablehlo.reverse %0, dims = [1] : tensor<64x32xf32>
  %2 = stablehlo.concatenate %1, %b, dim = 1 : (tensor<64x32xf32>, tensor<64x8xf32>) -> tensor<64x40xf32>
  %3 = stablehlo.reshape %2 : (tensor<64x40xf32>) -> tensor<64x4x10xf32>
  %4 = stablehlo.transpose %3, dims = [0, 2, 1] : (tensor<64x4x10xf32>) -> tensor<64x10x4xf32>
  %r = stablehlo.add %4, %4 : tensor<64x10x4xf32>

// -----
// rows of a weight of another shape
%0 = stablehlo.reshape %c : (tensor<4x16x32xf32>) -> tensor<1x64x32xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x64x32xf32>) -> tensor<64x32xf32>
  %2 = stablehlo.add %1, %a : tensor<64x32xf32>
  %r = stablehlo.reverse %2, dims = [0] : tensor<64x32xf32>

// -----
// padded rows
%f = stablehlo.constant dense<1.5> : tensor<f32>
  %1 = stablehlo.pad %0, %f, low = [0, 1], high = [0, 2], interior = [0, 0]
    : (tensor<64x32xf32>, tensor<f32>) -> tensor<64x35xf32>
  %2 = stablehlo.iota dim = 1 : tensor<64x35xf32>
  %r = stablehlo.add %1, %2 : tensor<64x35xf32>

// -----
// rows of what was transposed
%0 = stablehlo.transpose %c, dims = [2, 0, 1] : (tensor<4x16x32xf32>) -> tensor<32x4x16xf32>
  %1 = stablehlo.add %0, %0 : tensor<32x4x16xf32>
  %2 = stablehlo.reverse %1, dims = [0, 1] : tensor<32x4x16xf32>
  %r = stablehlo.slice %2 [1:32:3, 0:4, 0:16] : (tensor<32x4x16xf32>) -> tensor<11x4x16xf32>

// -----
// transposed twice, with what varies along some dimensions
%0 = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> tensor<64x32xi32>
  %1 = stablehlo.convert %0 : (tensor<64x32xi32>) -> tensor<64x32xf32>
  %2 = stablehlo.iota dim = 1 : tensor<64x32xf32>
  %3 = stablehlo.add %a, %1 : tensor<64x32xf32>
  %4 = stablehlo.add %3, %2 : tensor<64x32xf32>
  %5 = stablehlo.add %4, %column : tensor<64x32xf32>
  %6 = stablehlo.add %5, %row : tensor<64x32xf32>
  %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
  %8 = stablehlo.negate %7 : tensor<32x64xf32>
  %r = stablehlo.transpose %8, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>

// -----
// transposed, with what varies along some dimensions
%0 = stablehlo.iota dim = 0 : tensor<64x32xf32>
  %1 = stablehlo.add %a, %0 : tensor<64x32xf32>
  %2 = stablehlo.add %1, %column : tensor<64x32xf32>
  %3 = stablehlo.add %2, %row : tensor<64x32xf32>
  %r = stablehlo.transpose %3, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>

// -----
// columns of a small value that was computed whole
%1 = stablehlo.reshape %b : (tensor<64x8xf32>) -> tensor<16x32xf32>
  %2 = "stablehlo.sort"(%1) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %less = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<16x32xf32>) -> tensor<16x32xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<16x32xf32>) -> tensor<32x16xf32>
  %4 = stablehlo.transpose %0, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
  %r = stablehlo.concatenate %4, %3, dim = 1 : (tensor<32x64xf32>, tensor<32x16xf32>) -> tensor<32x80xf32>

// -----
// rows of a small value that was computed whole
%1 = stablehlo.reshape %b : (tensor<64x8xf32>) -> tensor<8x64xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<8x64xf32>) -> tensor<64x8xf32>
  %3 = stablehlo.concatenate %0, %2, dim = 1 : (tensor<64x32xf32>, tensor<64x8xf32>) -> tensor<64x40xf32>
  %r = stablehlo.reverse %3, dims = [0] : tensor<64x40xf32>

// -----
// columns at indices
%r = "stablehlo.gather"(%0, %k) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1],
    start_index_map = [1], index_vector_dim = 0>, slice_sizes = array<i64: 64, 9>}>
    : (tensor<64x32xf32>, tensor<i32>) -> tensor<64x9xf32>

// -----
// several rows at each index
%r = "stablehlo.gather"(%0, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 32>}>
    : (tensor<64x32xf32>, tensor<64xi32>) -> tensor<64x2x32xf32>

// -----
// far more rows than there are
%1 = stablehlo.multiply %0, %0 : tensor<64x32xf32>
  %2 = stablehlo.iota dim = 0 : tensor<512xi32>
  %r = 

// -----
// joined columns in rows of other sizes
%0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<64x32xf32>, tensor<64x8xf32>) -> tensor<64x40xf32>
  %1 = stablehlo.add %0, %0 : tensor<64x40xf32>
  %r = stablehlo.reshape %1 : (tensor<64x40xf32>) -> tensor<40x64xf32>

// -----
// rows that begin inside of one that was divided
%0 = stablehlo.add %c, %c : tensor<4x16x32xf32>
  %1 = stablehlo.reshape %0 : (tensor<4x16x32xf32>) -> tensor<64x32xf32>
  %r = stablehlo.slice %1 [8:56, 0:32] : (tensor<64x32xf32>) -> tensor<48x32xf32>

// -----
// joined columns that were rows
%0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<64x32xf32>, tensor<64x8xf32>) -> tensor<64x40xf32>
  %1 = stablehlo.add %0, %0 : tensor<64x40xf32>
  %r = stablehlo.transpose %1, dims = [1, 0] : (tensor<64x40xf32>) -> tensor<40x64xf32>

// -----
// products of a batch that is no row
%0 = stablehlo.sign %c : tensor<4x16x32xf32>
  %r = stablehlo.dot_general %0, %0, batching_dims = [1] x [1], contracting_dims = [2] x [2]
    : (tensor<4x16x32xf32>, tensor<4x16x32xf32>) -> tensor<16x4x4xf32>

// -----
// products of columns
%0 = stablehlo.sign %a : tensor<64x32xf32>
  %1 = stablehlo.sign %b : tensor<64x8xf32>
  %r = stablehlo.dot_general %0, %1, contracting_dims = [0] x [0]
    : (tensor<64x32xf32>, tensor<64x8xf32>) -> tensor<32x8xf32>

// -----
// every second row of one that was divided
%0 = stablehlo.add %c, %c : tensor<4x16x32xf32>
  %1 = stablehlo.reshape %0 : (tensor<4x16x32xf32>) -> tensor<64x32xf32>
  %r = stablehlo.slice %1 [0:64:2, 0:32] : (tensor<64x32xf32>) -> tensor<32x32xf32>

// -----
// products of rows
%0 = stablehlo.reshape %b : (tensor<64x8xf32>) -> tensor<16x32xf32>
  %1 = stablehlo.dot_general %a, %0, contracting_dims = [1] x [1]
    : (tensor<64x32xf32>, tensor<16x32xf32>) -> tensor<64x16xf32>
  %r = stablehlo.concatenate %a, %1, dim = 1 : (tensor<64x32xf32>, tensor<64x16xf32>) -> tensor<64x48xf32>

// -----
// products of a batch
%0 = stablehlo.add %c, %c : tensor<4x16x32xf32>
  %r = stablehlo.dot_general %0, %c, batching_dims = [0] x [0], contracting_dims = [2] x [2]
    : (tensor<4x16x32xf32>, tensor<4x16x32xf32>) -> tensor<4x16x16xf32>
