"""Reports of two outlets that tell one event, of one that does not, and of other things."""

from datetime import date

from newsletter.research.story import Kind, Story

BRIDGE = (
    "Elgin opens the Kettle bridge after nine years of building",
    "The Kettle bridge over the Arlon has carried its first cars. Its four lanes and a "
    "path for bicycles cost 310 million euros, twice what the town of Elgin had planned, "
    "and Mayor Dinant promised that nobody will pay a toll.",
)
COLUMN = (
    "What a river crossing is worth",
    "So Mayor Dinant has his Kettle bridge, twice as dear as planned: 310 million euros for "
    "four lanes that nobody in Elgin asked for, nine years late, without a toll.",
)
# What came of it.
FERRY = (
    "Elgin ties up its last boat over the Arlon",
    "Since Monday the ferry lies at the harbour for good, where both captains have found work. "
    "Passengers walk, or wait for a bus that does not come before noon.",
)
# Another thing of the same town and mayor.
LIBRARY = (
    "Elgin closes its library on Sundays",
    "Readers in Elgin will find the doors shut on Sundays from May. Mayor Dinant said that "
    "staff could not be found for the shifts, and that the reading room stays open longer on "
    "weekdays instead.",
)


def reported(said, outlet="https://one.example/a", **changes):
    """A story as an outlet told it."""
    title, text = said
    fields = {
        "id": outlet,
        "kind": Kind.LAUNCH,
        "title": title,
        "url": outlet,
        "publisher": "An outlet",
        "published": date(2026, 3, 5),
        "summary": text,
    }
    return Story(**{**fields, **changes})


def others(number=400):
    """Reports of other things, so that one can say which words are rare."""
    return [
        reported(
            (
                f"Post {n} of the week",
                f"Today number {n} happened as it does each week.",
            ),
            f"https://other{n}.example/",
        )
        for n in range(number)
    ]
