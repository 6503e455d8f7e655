"""Programs that run as long as one likes, `python -m tests.campaigns.NAME`:
random and hostile input, mutations, upstream's suites.
"""
