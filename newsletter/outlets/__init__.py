"""What becomes of stored outlets: lists in and out, how they answer, what they yield.

`importing` takes lists in and gives them out, `health` keeps what each answered and found,
`trial` asks one at once.
"""
