// RUN: stablehlo-opt --interpreter-instrument-with-probe="useDebugInfo=true" %s | filecheck %s
// RUN: stablehlo-opt --interpreter-instrument-with-probe %s | filecheck %s --check-prefix=NUMBERED

// CHECK-LABEL: @main
// NUMBERED-LABEL: @main
func.func @main(%x: tensor<2xi64>, %p: tensor<i1>) -> tensor<2xi64> {
  // Constants have no probe.
  // CHECK: stablehlo.constant
  // CHECK-NEXT: stablehlo.if
  %c = stablehlo.constant dense<1> : tensor<2xi64>
  %r = "stablehlo.if"(%p) ({
    // CHECK: [[SUM:%.*]] = stablehlo.add
    // CHECK-NEXT: [[PROBE:%.*]] = interpreter.probe [[SUM]], probe_id = "sum.1" : tensor<2xi64>
    // CHECK-NEXT: stablehlo.return [[PROBE]]
    // NUMBERED: probe_id = "probe1"
    %s = stablehlo.add %x, %c : tensor<2xi64> loc("sum")
    stablehlo.return %s : tensor<2xi64>
  }, {
    stablehlo.return %x : tensor<2xi64>
  }) : (tensor<i1>) -> tensor<2xi64>
  // CHECK: interpreter.probe {{.*}}, probe_id = "probe2" : tensor<2xi64>
  // NUMBERED: probe_id = "probe2"
  return %r : tensor<2xi64>
}
