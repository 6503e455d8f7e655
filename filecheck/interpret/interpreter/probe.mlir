// RUN: rm -rf %t && mkdir -p %t
// RUN: stablehlo-translate --interpret --probe-output-dir=%t %s
// RUN: filecheck %s --input-file %t/index.csv

// CHECK: sum
func.func @main() {
  %lhs = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %sum = stablehlo.add %lhs, %lhs : tensor<2xi64>
  %probed = interpreter.probe %sum, probe_id = "sum" : tensor<2xi64>
  check.expect_serialized_eq %probed, probe_id = "sum" : tensor<2xi64>
  return
}
