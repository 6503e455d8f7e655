// Elements are combined in an order that the specification permits: they only meet what is next to them. Three kinds
// of evidence. Monoids that are associative and nothing else: their value is that of the sequence, whatever the tree,
// and another one if two elements meet out of order. Numbers of which all trees give one sum or product, with
// extremes in turn, so that another order has an infinity or NaN. And the tree itself, written in plain Python.

// -----

// Bodies of other ops reduce in order whatever the order of dimensions.
func.func @main(%a0: tensor<2x3xui64>, %a1: tensor<2x3xui64>, %a2: tensor<ui64>, %a3: tensor<ui64>) -> (tensor<ui64>, tensor<ui64>) {
  %r:2 = stablehlo.reduce(%a0 init: %a2), (%a1 init: %a3) across dimensions = [1, 0] : (tensor<2x3xui64>, tensor<2x3xui64>, tensor<ui64>, tensor<ui64>) -> (tensor<ui64>, tensor<ui64>)
   reducer(%h: tensor<ui64>, %k: tensor<ui64>) (%p: tensor<ui64>, %q: tensor<ui64>)  {
    %s = stablehlo.multiply %h, %q : tensor<ui64>
    %t = stablehlo.add %s, %k : tensor<ui64>
    %u = stablehlo.multiply %p, %q : tensor<ui64>
    stablehlo.return %t, %u : tensor<ui64>, tensor<ui64>
  }
  return %r#0, %r#1 : tensor<ui64>, tensor<ui64>
}

// run: [[1, 2, 3], [4, 5, 6]], [[10, 10, 10], [10, 10, 10]], 0, 1
// => 123456
// => 1000000

// -----

// Bodies of other ops reduce in order whatever the order of dimensions.
func.func @main(%a0: tensor<2x3xui64>, %a1: tensor<2x3xui64>, %a2: tensor<ui64>, %a3: tensor<ui64>) -> (tensor<ui64>, tensor<ui64>) {
  %r:2 = stablehlo.reduce(%a0 init: %a2), (%a1 init: %a3) across dimensions = [1, 0] : (tensor<2x3xui64>, tensor<2x3xui64>, tensor<ui64>, tensor<ui64>) -> (tensor<ui64>, tensor<ui64>)
   reducer(%h: tensor<ui64>, %k: tensor<ui64>) (%p: tensor<ui64>, %q: tensor<ui64>)  {
    %a = stablehlo.reshape %h : (tensor<ui64>) -> tensor<1xui64>
    %b = stablehlo.reshape %a : (tensor<1xui64>) -> tensor<ui64>
    %s = stablehlo.multiply %b, %q : tensor<ui64>
    %t = stablehlo.add %s, %k : tensor<ui64>
    %u = stablehlo.multiply %p, %q : tensor<ui64>
    stablehlo.return %t, %u : tensor<ui64>, tensor<ui64>
  }
  return %r#0, %r#1 : tensor<ui64>, tensor<ui64>
}

// run: [[1, 2, 3], [4, 5, 6]], [[10, 10, 10], [10, 10, 10]], 0, 1
// => 123456
// => 1000000
