"""Units, rates and what two figures tell together."""

import pytest

from newsletter.verification.claims.details import fidelity
from newsletter.verification.claims.numbers.units import unit_named

SAME = [
    ("It reads 60,000 pages a minute.", "It reads 1,000 pages per second."),
    ("It makes 3,600 frames per hour.", "It runs at 1 FPS."),
    ("It costs $60 for a billion tokens.", "It is $0.06 per 1M tokens."),
    ("It explains ten images a minute.", "It takes 6s per image on average."),
    (
        "It reads 50 pages a second.",
        "It reads 50 pages/s and writes 50 pages a minute.",
    ),
    ("It reads 50 pages/s.", "It reads 50 pages a second."),
    ("It costs $10 a million tokens.", "It costs $10 per 1M tokens, $9 per 1M words."),
    ("It reads 50 pages for a second model.", "It reads 50 pages a minute."),
    ("It lasts one minute and twenty seconds.", "It lasts 80 seconds."),
    ("It lasts 1 hour and 30 minutes.", "It lasts 90 minutes."),
    ("It took three months.", "It took 90 days."),
    ("It took twelve weeks.", "It took three months."),
    ("Four-byte secrets leak.", "32-bit secrets leak."),
    ("It has 8-bit weights.", "It is quantized to INT8."),
    ("It sends 1,500 bits per second.", "It sends 1.5 kbps."),
    (
        "Windows of a hundredth to a twentieth of a second.",
        "Windows of 10 ms to 50 ms.",
    ),
    ("It is a tenth of a millimetre off.", "It is 0.1 mm off."),
    ("It is up to 2.6 times as fast.", "It gains 2.61x."),
    ("It gains as much as a factor of 3.1.", "It is up to 3.1x faster."),
    ("Nineteen of twenty are right.", "It is right in 95% of cases."),
    ("It wins on AIME25.", "It scores well on AIME24 & 25."),
    ("It beats Qwen2.5-14B.", "It beats Qwen2.5-7B, 14B and 32B."),
    ("It uses a KV cache.", "It shrinks KVC usage."),
]
OTHER = [
    ("It explains six images a minute.", "It takes 5s per image on average."),
    ("It reads 1,000 pages per minute.", "It reads 1,000 pages per second."),
    ("It reads 1,200 pages a second.", "It reads 1,200 pages a minute."),
    ("It reads 1,200 pages/s.", "It reads 1,200 pages/min."),
    ("It reads 1,200 pages a minute.", "It reads 1,200 pages/s, a minute after start."),
    ("It runs at 33 FPS.", "It draws 33 frames a minute, one a second later."),
    ("It read 50 pages an hour.", "It reads 50 pages a day, for an hour."),
    ("It liest 50 Seiten/s.", "It reads 50 pages/h."),
    ("It reads 70,000 pages a minute.", "It reads 1,000 pages per second."),
    ("It costs $10 per thousand tokens.", "It costs $10 per million tokens."),
    ("It costs $10 for a billion tokens.", "It is $10/1M tokens, a billion at once."),
    ("It costs 3 cents per 1,000 tokens.", "It costs 3 cents per million words."),
    ("It costs $90 for a billion tokens.", "It is $0.06 per 1M tokens."),
    ("It lasts one minute and thirty seconds.", "It lasts 80 seconds."),
    ("It took five months.", "It took 90 days."),
    ("It has 4-bit weights.", "It is quantized to INT8."),
    ("It is up to 3.1 times as fast.", "It gains 2.61x."),
    ("It takes models of at least 13 billion.", "It takes models of up to 13 billion."),
    ("Mehr als 50 Nutzer sind erlaubt.", "The plan allows up to 50 users."),
    ("It reads more than 40 pages.", "It reads at most 40 pages."),
    ("It wins on AIME23.", "It scores well on AIME24 & 25."),
    ("It beats Qwen2.5-72B.", "It beats Qwen2.5-7B, 14B and 32B."),
    ("It spans 400 to 2,500 micrometres.", "It spans 400--2500 nm."),
]


@pytest.mark.parametrize(("sentence", "passage"), SAME)
def test_the_same_in_another_measure_is_borne(sentence, passage):
    assert fidelity(sentence, passage).holds


@pytest.mark.parametrize(("sentence", "passage"), OTHER)
def test_another_measure_is_not(sentence, passage):
    assert not fidelity(sentence, passage).holds


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("nanometres", ("metre", 1e-9)),
        ("\u03bcm", ("metre", 1e-6)),
        ("mW", ("watt", 1e-3)),
        ("MW", ("watt", 1e6)),
        ("kilojoules", ("joule", 1e3)),
        ("kWh", ("joule", 3.6e6)),
        ("kbps", ("byte", 125)),
        ("parsec", ("", 1)),
    ],
)
def test_a_unit_is_known_by_its_prefix(name, unit):
    base, size = unit_named(name)

    assert (base, size) == (unit[0], pytest.approx(unit[1]))
