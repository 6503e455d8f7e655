"""`stablehlo-lsp-server`: what an editor shows of a program. A function is the unit of change.

From the ground up: `sections` cuts a file, `names` finds what a name refers to, `reading` parses and verifies a part,
`documents` keeps what did not change, `knowledge` asks the folder; then the features, and `server`, which alone imports
pygls. Imports the core and the tools by their public names.
"""
