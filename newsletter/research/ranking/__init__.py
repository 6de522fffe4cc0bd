"""Which stories are worth telling: near to the readers' profile, and strong.

`profile` and `frequencies` weigh words, `strength` weighs signs of work done, `scoring`
makes scores from 1 to 10 of both, `select` chooses; `evaluation` measures all that.
"""
