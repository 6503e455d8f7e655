"""How lit runs the files here: with the tools of this environment on the path."""

import os
import sys

import lit.formats

config.name = "xdsl-stablehlo"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.test_source_root = os.path.dirname(__file__)
config.environment["PATH"] = os.pathsep.join((os.path.dirname(sys.executable), os.environ["PATH"]))
if "PYTHONPATH" in os.environ:
    config.environment["PYTHONPATH"] = os.environ["PYTHONPATH"]
