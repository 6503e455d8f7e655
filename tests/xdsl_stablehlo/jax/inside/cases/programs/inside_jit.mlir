// Programs of test_inside_jit.py: Folding inside of `jax.jit`: values are JAX's, what is worth it leaves the program,
// and JAX's ways all work.

// -----
// a collective

      %0 = "stablehlo.all_reduce"(%c) ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %z = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %z : tensor<f32>
      }) {replica_groups = dense<0> : tensor<1x1xi64>} : ({T}) -> {T}

// -----
// a branch with an effect

      %0 = "stablehlo.if"(%p) ({
        %1 = stablehlo.custom_call @mine(%c) {has_side_effect = true} : ({T}) -> {T}
        stablehlo.return %1 : {T}
      }, {
        stablehlo.return %c : {T}
      }) : (tensor<i1>) -> {T}

// -----
// what must not leave is not constant

    func.func public @main() -> {T} {
      %c = stablehlo.constant dense<1> : {T}
      %a = stablehlo.constant dense<1.0> : tensor<f32>
      %s = stablehlo.constant dense<4> : tensor<1xi64>
      %k = stablehlo.constant dense<4> : tensor<2xui64>
      %p = stablehlo.constant dense<true> : tensor<i1>
      OPS
      %last = stablehlo.subtract %0, %0 : {T}
      return %last : {T}
    }
    func.func private @sum(%x: {T}) -> {T} {
      %0 = stablehlo.add %x, %x : {T}
      return %0 : {T}
    }
    func.func private @effect(%x: {T}) -> {T} {
      %0 = stablehlo.custom_call @mine(%x) {has_side_effect = true} : ({T}) -> {T}
      return %0 : {T}
    }
    
