"""Which arguments are tried: directed, random, computed backwards, made smaller."""
