"""The command lines of the tools: their flags and passes, how they are read, help, completion in shells."""
