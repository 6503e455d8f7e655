"""The custom parts of assembly formats: directives, attributes that are structs, dimension numbers."""
