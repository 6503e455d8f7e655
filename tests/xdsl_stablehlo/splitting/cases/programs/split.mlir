// Programs of test_split.py: `split`: main after setup computes what the program computes, and keeps nothing known at
// load without a reason.

// -----
// counted down

func.func @main(%w: tensor<4x8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %three, %a = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %1 = stablehlo.compare GE, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_slice %w, %i, %zero, sizes = [1, 8]
      : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x8xf32>) -> tensor<8xf32>
    %3 = stablehlo.tanh %2 : tensor<8xf32>
    %4 = stablehlo.multiply %a, %3 : tensor<8xf32>
    %5 = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %5, %4 : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}


// -----
// rows twice

func.func @main(%w: tensor<64x256xf32>, %x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %w : tensor<64x256xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
  %3 = stablehlo.reduce(%0 init: %zero) applies stablehlo.maximum across dimensions = [1]
    : (tensor<64x256xf32>, tensor<f32>) -> tensor<64xf32>
  %4 = stablehlo.add %1, %x : tensor<64xf32>
  %5 = stablehlo.multiply %2, %x : tensor<64xf32>
  %6 = stablehlo.multiply %3, %x : tensor<64xf32>
  return %4, %5, %6 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
}


// -----
// behind an effect

func.func @main(%w: tensor<i32>, %x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %0 = "stablehlo.case"(%w) ({
    check.expect_eq %w, %w : tensor<i32>
    stablehlo.return %w : tensor<i32>
  }, {
    %one = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %one : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %1 = stablehlo.popcnt %0 : tensor<i32>
  %2 = stablehlo.add %1, %x : tensor<i32>
  return %1, %2 : tensor<i32>, tensor<i32>
}


// -----
// two readers

func.func @main(%w: tensor<1024x64xf32>, %x: tensor<1024x64xf32>) -> (tensor<1024x64xf32>, tensor<1024x64xf32>) {
  %0 = stablehlo.exponential %w : tensor<1024x64xf32>
  %1 = stablehlo.add %x, %0 : tensor<1024x64xf32>
  %2 = stablehlo.add %x, %w : tensor<1024x64xf32>
  return %1, %2 : tensor<1024x64xf32>, tensor<1024x64xf32>
}


// -----
// a dequantized weight stays small

    func.func @main(%q: tensor<512x512xi8>, %s: tensor<512xf32>, %x: tensor<512xf32>) -> tensor<512xf32> {
      %0 = stablehlo.convert %q : (tensor<512x512xi8>) -> tensor<512x512xf32>
      %1 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<512xf32>) -> tensor<512x512xf32>
      %2 = stablehlo.multiply %0, %1 : tensor<512x512xf32>
      %3 = stablehlo.dot_general %x, %2, contracting_dims = [0] x [0]
        : (tensor<512xf32>, tensor<512x512xf32>) -> tensor<512xf32>
      return %3 : tensor<512xf32>
    }

// -----
// a weight that setup alone reads is named

    func.func @main(%w: tensor<4xf32>, %v: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.exponential %w : tensor<4xf32>
      %1 = stablehlo.add %0, %x : tensor<4xf32>
      return %1 : tensor<4xf32>
    }

// -----
// elementwise derived weights are sharded as their sources

    module {
      sdy.mesh @mesh = <["a"=2]>
      func.func @main(%w: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>},
          %v: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}, %x: tensor<64xf32>)
          -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
        %0 = stablehlo.exponential %w : tensor<64x64xf32>
        %1 = stablehlo.power %w, %v : tensor<64x64xf32>
        %2 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0]
          : (tensor<64xf32>, tensor<64x64xf32>) -> tensor<64xf32>
        %3 = stablehlo.dot_general %x, %1, contracting_dims = [0] x [0]
          : (tensor<64xf32>, tensor<64x64xf32>) -> tensor<64xf32>
        %4 = stablehlo.dot_general %x, %v, contracting_dims = [0] x [0]
          : (tensor<64xf32>, tensor<64x64xf32>) -> tensor<64xf32>
        return %2, %3, %4 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
      }
    }

// -----
// a cast to fewer bytes crosses

    func.func @main(%w: tensor<64x64xf32>, %x: tensor<64xbf16>) -> tensor<64xbf16> {
      %0 = stablehlo.convert %w : (tensor<64x64xf32>) -> tensor<64x64xbf16>
      %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0]
        : (tensor<64xbf16>, tensor<64x64xbf16>) -> tensor<64xbf16>
      return %1 : tensor<64xbf16>
    }

// -----
// what a recurrence of weights ends with crosses

    func.func @main(%w: tensor<8xf32>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
      %c = stablehlo.constant dense<2> : tensor<ui8>
      %0:3 = stablehlo.while(%i = %c, %a = %w, %y = %x) : tensor<ui8>, tensor<8xf32>, tensor<8xf32>
      cond {
        %n = stablehlo.constant dense<11> : tensor<ui8>
        %1 = stablehlo.compare LT, %i, %n : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      } do {
        %three = stablehlo.constant dense<3> : tensor<ui8>
        %b = stablehlo.tanh %a : tensor<8xf32>
        %z = stablehlo.multiply %y, %b : tensor<8xf32>
        %j = stablehlo.add %i, %three : tensor<ui8>
        stablehlo.return %j, %b, %z : tensor<ui8>, tensor<8xf32>, tensor<8xf32>
      }
      return %0#1, %0#2 : tensor<8xf32>, tensor<8xf32>
    }
