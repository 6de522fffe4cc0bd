"""Errata on an issue's page: each at the item that it is about."""

from collections.abc import Iterable

from django.utils.html import format_html

from newsletter.models import Correction

_END = "</h3>"


def with_errata(
    article: str, corrections: Iterable[Correction]
) -> tuple[str, list[Correction], list[Correction]]:
    """The article with each erratum below the heading of its item.

    Also those that stand there, for the top leads to them, and all others, which the
    top tells itself. They came after the issue, so the stored page has none.
    """
    there, others = list[Correction](), list[Correction]()
    for correction in corrections:
        start = (
            article.find(f'<h3 id="{correction.place}">') if correction.place else -1
        )
        if start < 0:
            others.append(correction)
            continue
        end = article.index(_END, start) + len(_END)
        article = f"{article[:end]}\n{_line(correction)}{article[end:]}"
        there.append(correction)
    return article, there, others


def _line(correction: Correction) -> str:
    return format_html(
        '<p class="erratum"><strong>{}</strong> {}</p>',
        correction.label_html,
        correction.html,
    )
