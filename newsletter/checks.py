"""What is wrong with the outlets that Crux ships, said before anything runs."""

from django.core.checks import CheckMessage, Error, register

from newsletter.research.outlets.table import OUTLETS


@register
def check_outlets(**_: object) -> list[CheckMessage]:
    """Every kind has its line in the registry, and every outlet can be asked."""
    try:
        # An idle worker runs other checks alone, and need not load what asks the web.
        from newsletter.research.outlets.registry import checked  # noqa: PLC0415

        checked(OUTLETS)
    except LookupError as fault:
        hint = "docs/adding.md says how to add an outlet, and a kind of outlet."
        return [Error(str(fault), hint=hint, id="newsletter.E001")]
    return []
