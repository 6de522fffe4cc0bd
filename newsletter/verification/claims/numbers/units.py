"""Units of measurement: every spelling, its base unit and its size in it. Pure.

SI prefixes: https://www.bipm.org/en/measurement-units/si-prefixes. Months are no fixed
number of seconds, so times are told in seconds up to weeks, and in months beyond.
"""

from newsletter.verification.claims.numbers import currencies

_PREFIXES = {
    "nano": 1e-9, "micro": 1e-6, "milli": 1e-3, "centi": 1e-2, "deci": 0.1, "": 1.0,
    "kilo": 1e3, "mega": 1e6, "giga": 1e9, "tera": 1e12, "peta": 1e15,
}  # fmt: skip
_LETTERS = {
    "n": 1e-9, "\u00b5": 1e-6, "\u03bc": 1e-6, "u": 1e-6, "m": 1e-3, "c": 1e-2, "d": 0.1,
    "": 1.0, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15,
}  # fmt: skip
_HOUR = 3600.0
# By its name: the base unit, and how many of them one is.
_NAMES = {
    "metre": ("metre", 1.0), "meter": ("metre", 1.0), "second": ("second", 1.0),
    "gram": ("gram", 1.0), "gramme": ("gram", 1.0), "litre": ("litre", 1.0),
    "liter": ("litre", 1.0), "hertz": ("hertz", 1.0), "watt": ("watt", 1.0),
    "volt": ("volt", 1.0), "joule": ("joule", 1.0), "watt-hour": ("joule", _HOUR),
    "watt hour": ("joule", _HOUR), "electronvolt": ("electronvolt", 1.0),
    "byte": ("byte", 1.0), "bit": ("byte", 1 / 8), "pascal": ("pascal", 1.0),
    "flop": ("flop", 1.0), "tonne": ("gram", 1e6),
}  # fmt: skip
# By its sign, with the letters of prefixes that are in use and are no other word.
_SIGNS = (
    ("m", "n\u00b5\u03bcumck", "metre", 1.0), ("s", "n\u00b5\u03bcm", "second", 1.0),
    ("g", "\u00b5\u03bcmk", "gram", 1.0), ("l", "\u00b5\u03bcmcd", "litre", 1.0),
    ("Hz", "kMGT", "hertz", 1.0), ("W", "mkMG", "watt", 1.0), ("V", "m", "volt", 1.0),
    ("J", "mkM", "joule", 1.0), ("Wh", "kMGT", "joule", _HOUR),
    ("eV", "mkMGT", "electronvolt", 1.0), ("B", "kMGTP", "byte", 1.0),
    ("bit", "kMG", "byte", 1 / 8), ("bps", "kMG", "byte", 1 / 8), ("Pa", "kMG", "pascal", 1.0),
    ("FLOP", "MGTP", "flop", 1.0),
)  # fmt: skip

_EXACT = {
    prefix + sign: (unit, _LETTERS[prefix] * size)
    for sign, prefixes, unit, size in _SIGNS
    for prefix in prefixes
}
_OTHERS = {
    "%": ("%", 1), "percent": ("%", 1), "per cent": ("%", 1),
    "percentage point": ("point", 1), "point": ("point", 1), "pp": ("point", 1),
    "x": ("times", 1), "×": ("times", 1), "time": ("times", 1), "fold": ("times", 1),
    "kib": ("byte", 2.0**10), "mib": ("byte", 2.0**20), "gib": ("byte", 2.0**30),
    "tib": ("byte", 2.0**40), "s": ("second", 1),
    "sec": ("second", 1), "min": ("second", 60), "minute": ("second", 60),
    "h": ("second", _HOUR), "hr": ("second", _HOUR), "hour": ("second", _HOUR),
    "day": ("second", 86400), "week": ("second", 604800), "fortnight": ("second", 1209600),
    "month": ("month", 1), "year": ("month", 12), "yr": ("month", 12), "decade": ("month", 120),
    "century": ("month", 1200), "centurie": ("month", 1200),
    "hourly": ("second", _HOUR), "daily": ("second", 86400), "weekly": ("second", 604800),
    "monthly": ("month", 1), "yearly": ("month", 12), "annual": ("month", 12),
    "dollar": ("$", 1), "usd": ("$", 1), "cent": ("$", 0.01), "euro": ("€", 1),
    "eur": ("€", 1), "pound": ("£", 1), "gbp": ("£", 1), "yen": ("¥", 1), "yuan": ("yuan", 1),
    "renminbi": ("yuan", 1), "rupee": ("rupee", 1), "peso": ("peso", 1), "zloty": ("zloty", 1),
    "franc": ("franc", 1), "reais": ("real", 1), "rouble": ("rouble", 1), "ruble": ("rouble", 1),
    "m": ("metre", 1), "w": ("watt", 1), "g": ("gram", 1), "hz": ("hertz", 1), "wh": ("joule", _HOUR), "ev": ("electronvolt", 1),
    "micro-m": ("metre", 1e-6), "micron": ("metre", 1e-6), "micro-s": ("second", 1e-6),
    "mile": ("metre", 1609.344), "yard": ("metre", 0.9144), "foot": ("metre", 0.3048),
    "feet": ("metre", 0.3048), "ft": ("metre", 0.3048), "inch": ("metre", 0.0254), "inche": ("metre", 0.0254),
    "tonne": ("gram", 1e6), "ton": ("gram", 1e6), "lb": ("gram", 453.592),
    "km/h": ("km/h", 1), "kph": ("km/h", 1), "mph": ("km/h", 1.609344), "m/s": ("km/h", 3.6),
    "square kilometre": ("square metre", 1e6), "square kilometer": ("square metre", 1e6),
    "km\N{SUPERSCRIPT TWO}": ("square metre", 1e6), "km2": ("square metre", 1e6),
    "square metre": ("square metre", 1), "square meter": ("square metre", 1),
    "m\N{SUPERSCRIPT TWO}": ("square metre", 1), "hectare": ("square metre", 1e4), "ha": ("square metre", 1e4),
    "acre": ("square metre", 4046.856),
    "gbe": ("byte", 1e9 / 8), "megapixel": ("pixel", 1e6), "gigapixel": ("pixel", 1e9), "mpixel": ("pixel", 1e6), "gpixel": ("pixel", 1e9),
    "db": ("decibel", 1), "decibel": ("decibel", 1),
}  # fmt: skip
_NAMED = {
    prefix + name: (unit, ratio * size)
    for name, (unit, size) in _NAMES.items()
    for prefix, ratio in _PREFIXES.items()
}
# By their spelling in small letters. "MW" is more often meant by "mw" than "mW" is.
UNITS: dict[str, tuple[str, float]] = (
    {name.lower(): unit for name, unit in _EXACT.items()}
    | _NAMED
    | _OTHERS
    | currencies.NAMES
)


def unit_named(name: str) -> tuple[str, float]:
    """The base unit of a name or sign in any number, and its size in it; "" if none."""
    lower = name.lower()
    return (
        currencies.CODES.get(name)
        or _EXACT.get(name)
        or UNITS.get(lower)
        or UNITS.get(lower.removesuffix("s"), ("", 1.0))
    )
