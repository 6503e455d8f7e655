// Programs of test_chains.py: Ops with constants in a row, with all rules at once: what one rule notes of a value,
// another must not misread.

// -----
// an op that a rule made is asked about as well
%some = stablehlo.constant dense<15> : tensor<3xi64>
%a = stablehlo.shift_left %x, %some : tensor<3xi64>
%b = stablehlo.shift_left %a, %some : tensor<3xi64>
%r = stablehlo.negate %b : tensor<3xi64>

// -----
// what is evaluated for a second look counts once
%some = stablehlo.constant dense<15> : tensor<3xi64>
%more = stablehlo.add %some, %some : tensor<3xi64>
%a = stablehlo.shift_left %x, %some : tensor<3xi64>
%b = stablehlo.shift_left %a, %some : tensor<3xi64>
%c = stablehlo.negate %b : tensor<3xi64>
%r = stablehlo.xor %c, %more : tensor<3xi64>
