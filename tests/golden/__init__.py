"""Cases that are files: the programs, what is done to them, what comes of it, and the runner of them all."""
