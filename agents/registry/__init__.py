"""Which agents there are and how each is called: `catalogue` tells them, `contract` is
the one shape of every request and response, `schemas` what each takes and gives.
"""
