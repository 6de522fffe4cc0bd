"""A judge beside code: a model that reads what rules cannot, and that code holds on a leash.

- `build` makes the `case` of a draft: `passages` around its quotes, code's findings, and
  hidden `controls`; `addressing` keeps out texts that speak to their reader.
- `verdicts` weighs a judge's answers: the basis is looked for, the `arithmetic` done again.
- `ruling` says what votes change of code's verdict, and what they cannot.
"""
