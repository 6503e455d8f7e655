"""Special functions on float64 arrays, each within 4 units in the last place; narrower types round their results.

They follow published algorithms, so that SciPy is not needed; sources are named where they are used.
"""

from __future__ import annotations

from .real import bessel_i1e, digamma, erf, erf_inv, erfc, lgamma, polygamma, zeta

__all__ = ["bessel_i1e", "digamma", "erf", "erf_inv", "erfc", "lgamma", "polygamma", "zeta"]
