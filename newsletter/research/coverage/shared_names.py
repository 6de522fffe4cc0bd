"""What two titles both name: a product in its version, a name, a thing in quotes. Pure."""

from newsletter.research.names import Names, Thing, is_short_for


def quotes_another(mine: Names, theirs: Names) -> bool:
    """Does each title put another name in quotes, where no capitals tell one?"""
    return bool(mine.quoted and theirs.quoted) and mine.quoted.isdisjoint(theirs.quoted)


def same_things(mine: Names, theirs: Names) -> frozenset[Thing]:
    """The products that both name in the same version."""
    names = {thing.name: thing for thing in theirs.things}
    found = {thing for thing in mine.things if _is_named(thing, names, theirs)}
    mirrored = {thing.name: thing for thing in mine.things}
    found |= {
        thing for thing in theirs.things
        if thing.name not in mirrored and _is_named(thing, mirrored, mine)
    }  # fmt: skip
    return frozenset(found)


def is_named_short(mine: Names, theirs: Names) -> bool:
    """Does either title leave out a part of the other's product?"""
    return any(
        is_short_for(one, other) or is_short_for(other, one)
        for one in mine.things
        for other in theirs.things
    )


def _is_named(thing: Thing, named: dict[str, Thing], other: Names) -> bool:
    if thing.name in named:
        return thing.variants == named[thing.name].variants
    is_spelled = {thing.product, thing.version, *thing.variants} <= other.words
    return is_spelled and len(thing.product) > 1 and not other.things


def same_plain(mine: Names, theirs: Names) -> frozenset[str]:
    """The names that both titles hold, of which one of them writes it as a name."""
    return (mine.plain & theirs.words) | (theirs.plain & mine.words)
