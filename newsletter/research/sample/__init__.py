"""The bundled, dated sample: real stories of one week.

`library` reads what `data` holds, `catalogue` answers with it as each outlet would,
`server` serves that, and `week` routes every host there. `stories` and `banner` are for
those who publish it.
"""
