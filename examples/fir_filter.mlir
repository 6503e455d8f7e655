module @jit_fir_filter attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<128xf32>) -> (tensor<128xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.iota dim = 0 : tensor<17xf32>
    %cst = stablehlo.constant dense<-8.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<17xf32>
    %2 = stablehlo.add %1, %0 : tensor<17xf32>
    %cst_0 = stablehlo.constant dense<3.14159274> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<17xf32>
    %4 = stablehlo.multiply %3, %2 : tensor<17xf32>
    %cst_1 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<17xf32>
    %6 = stablehlo.divide %4, %5 : tensor<17xf32>
    %7 = stablehlo.cosine %6 : tensor<17xf32>
    %cst_2 = stablehlo.constant dense<4.600000e-01> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<17xf32>
    %9 = stablehlo.multiply %8, %7 : tensor<17xf32>
    %cst_3 = stablehlo.constant dense<5.400000e-01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<17xf32>
    %11 = stablehlo.add %10, %9 : tensor<17xf32>
    %cst_4 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<17xf32>
    %13 = stablehlo.divide %2, %12 : tensor<17xf32>
    %14 = call @sinc(%13) : (tensor<17xf32>) -> tensor<17xf32>
    %15 = stablehlo.multiply %14, %11 : tensor<17xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %16:3 = stablehlo.while(%iterArg = %15, %iterArg_8 = %c, %iterArg_9 = %cst_5) : tensor<17xf32>, tensor<i32>, tensor<f32>
    cond {
      %c_10 = stablehlo.constant dense<17> : tensor<i32>
      %24 = stablehlo.compare LT, %iterArg_8, %c_10, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %24 : tensor<i1>
    } do {
      %24 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_8) : (tensor<17xf32>, tensor<i32>) -> tensor<f32>
      %25 = func.call @closed_call(%iterArg_9, %24) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      %c_10 = stablehlo.constant dense<1> : tensor<i32>
      %26 = stablehlo.add %iterArg_8, %c_10 : tensor<i32>
      stablehlo.return %iterArg, %26, %25 : tensor<17xf32>, tensor<i32>, tensor<f32>
    }
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%15 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<17xf32>, tensor<f32>) -> tensor<f32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<17xf32>
    %19 = stablehlo.divide %15, %18 : tensor<17xf32>
    %20 = call @convolve(%arg0, %19) : (tensor<128xf32>, tensor<17xf32>) -> tensor<128xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.multiply %16#2, %cst_7 : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %23 = stablehlo.add %20, %22 : tensor<128xf32>
    return %23 : tensor<128xf32>
  }
  func.func private @sinc(%arg0: tensor<17xf32>) -> tensor<17xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<17xf32>
    %1 = stablehlo.compare EQ, %arg0, %0, FLOAT : (tensor<17xf32>, tensor<17xf32>) -> tensor<17xi1>
    %cst_0 = stablehlo.constant dense<3.14159274> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<17xf32>
    %3 = stablehlo.multiply %2, %arg0 : tensor<17xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = call @_where(%1, %cst_1, %3) : (tensor<17xi1>, tensor<f32>, tensor<17xf32>) -> tensor<17xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<17xf32>
    %6 = stablehlo.multiply %3, %5 : tensor<17xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<17xf32>
    %8 = stablehlo.add %6, %7 : tensor<17xf32>
    %9 = stablehlo.sine %4 : tensor<17xf32>
    %10 = stablehlo.divide %9, %4 : tensor<17xf32>
    %11 = call @_where_0(%1, %8, %10) : (tensor<17xi1>, tensor<17xf32>, tensor<17xf32>) -> tensor<17xf32>
    return %11 : tensor<17xf32>
  }
  func.func private @_where(%arg0: tensor<17xi1>, %arg1: tensor<f32>, %arg2: tensor<17xf32>) -> tensor<17xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<17xf32>
    %1 = stablehlo.select %arg0, %0, %arg2 : tensor<17xi1>, tensor<17xf32>
    return %1 : tensor<17xf32>
  }
  func.func private @_where_0(%arg0: tensor<17xi1>, %arg1: tensor<17xf32>, %arg2: tensor<17xf32>) -> tensor<17xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<17xi1>, tensor<17xf32>
    return %0 : tensor<17xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<17xf32>, %arg1: tensor<i32>) -> tensor<f32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<17xf32>, tensor<i32>) -> tensor<1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @closed_call(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<f32> {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %0 = stablehlo.multiply %cst, %arg0 : tensor<f32>
    %1 = stablehlo.add %0, %arg1 : tensor<f32>
    return %1 : tensor<f32>
  }
  func.func private @convolve(%arg0: tensor<128xf32>, %arg1: tensor<17xf32>) -> tensor<128xf32> {
    %0 = call @_conv(%arg0, %arg1) : (tensor<128xf32>, tensor<17xf32>) -> tensor<128xf32>
    return %0 : tensor<128xf32>
  }
  func.func private @_conv(%arg0: tensor<128xf32>, %arg1: tensor<17xf32>) -> tensor<128xf32> {
    %0 = call @_flip(%arg1) : (tensor<17xf32>) -> tensor<17xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [2] : (tensor<17xf32>) -> tensor<1x1x17xf32>
    %3 = stablehlo.convolution(%1, %2) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {stride = [1], pad = [[8, 8]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x1x128xf32>, tensor<1x1x17xf32>) -> tensor<1x1x128xf32>
    %4 = stablehlo.reshape %3 : (tensor<1x1x128xf32>) -> tensor<128xf32>
    return %4 : tensor<128xf32>
  }
  func.func private @_flip(%arg0: tensor<17xf32>) -> tensor<17xf32> {
    %0 = stablehlo.reverse %arg0, dims = [0] : tensor<17xf32>
    return %0 : tensor<17xf32>
  }
}
