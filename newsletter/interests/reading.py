"""interests.yaml: read strictly, each fault told with line, reason and nearest name. Pure.

YAML is looked at as a tree of marked texts, never made into objects: no tag is obeyed,
`no` is a text until a key wants yes or no, and where each value stands is known. Aliases
are refused, size and depth are bounded before anything is built: no small file can
unfold into a large one.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import yaml
from pydantic import ValidationError
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from newsletter.interests.faults import KEYS, BadInterests, Fault, Place, cut, told
from newsletter.interests.schema import Interests, Models
from newsletter.text.similarity import with_nearest

MOST_BYTES = 32_768
# topics → one of them → its notes is three; more depth no key has.
MOST_DEPTH = 5


class _NotYaml(Exception):
    """A fault that ends reading."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.fault = Fault(line, message)


def read(raw: str | bytes, models: Collection[str] = ()) -> Interests:
    """The interests that a text describes; raises BadInterests, and nothing else.

    `models` are the language models that may be named; without any, none is looked up.
    """
    try:
        root = _tree(_text(raw))
        values, lines, doubles = _values(root)
    except _NotYaml as error:
        raise BadInterests(error.fault) from None
    faults = [*doubles]
    try:
        interests = Interests.model_validate(values)
    except ValidationError as error:
        found = error.errors(include_url=False)
        raise BadInterests(*faults, *(told(one, lines) for one in found)) from None
    faults += _unlisted(interests.models, models, lines)
    if faults:
        raise BadInterests(*faults)
    return interests


def _text(raw: str | bytes) -> str:
    size = len(raw.encode(errors="replace") if isinstance(raw, str) else raw)
    if size > MOST_BYTES:
        raise _NotYaml(
            0, f"The text has more than {MOST_BYTES:,} bytes, which no interests need."
        )
    try:
        return raw if isinstance(raw, str) else raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = bytes(error.object[: error.start]).count(b"\n") + 1
        raise _NotYaml(line, "This is no UTF-8; save the file as UTF-8.") from None


def _tree(text: str) -> MappingNode:
    """The text as nodes with their marks, of bounded depth and without aliases."""
    try:
        _bounded(text)
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 0
        reason = " ".join(str(error.problem or error.context or "").split())
        raise _NotYaml(line, f"This is no YAML: {cut(reason)}.") from None
    except yaml.YAMLError as error:
        reason = " ".join(str(error).split())
        raise _NotYaml(0, f"This is no YAML: {cut(reason)}.") from None
    if root is None:
        raise _NotYaml(0, "The text is empty; interests.example.yaml shows all keys.")
    if not isinstance(root, MappingNode):
        raise _NotYaml(
            root.start_mark.line + 1,
            "Interests are keys with values, such as “language: en”.",
        )
    return root


def _bounded(text: str) -> None:
    """Raise before a deep or cunning text costs anything."""
    depth = documents = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        line = event.start_mark.line + 1 if event.start_mark else 0
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise _NotYaml(line, "Anchors and aliases are not taken; write it out.")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.DocumentStartEvent):
            documents += 1
        if depth > MOST_DEPTH:
            raise _NotYaml(line, f"More than {MOST_DEPTH} levels deep; no key is.")
        if documents > 1:
            raise _NotYaml(line, "A second document begins; interests are one.")
        if getattr(event, "tag", None) not in (None, "!"):
            raise _NotYaml(line, "Tags such as !!int are not taken; leave it out.")


def _values(root: MappingNode) -> tuple[Any, dict[Place, int], list[Fault]]:
    """Values as texts, lists and dicts; the line of each place; keys given twice."""
    lines: dict[Place, int] = {}
    doubles: list[Fault] = []

    def said_of(node: Node, place: Place) -> Any:
        lines.setdefault(place, node.start_mark.line + 1)
        match node:
            case MappingNode():
                return dict(_pairs(node, place))
            case SequenceNode():
                return [said_of(one, (*place, n)) for n, one in enumerate(node.value)]
            case _:
                return _scalar(node)

    def _pairs(node: MappingNode, place: Place) -> Iterator[tuple[str, Any]]:
        seen: set[str] = set()
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, ScalarNode):
                raise _NotYaml(line, "A key is a word.")
            here = (*place, key.value)
            if key.value in seen:
                doubles.append(Fault(line, f"{key.value} stands there twice."))
            seen.add(key.value)
            lines[here] = line
            said = said_of(value, here)
            # A key without a value is as good as none.
            if said is not None or key.value not in KEYS[""]:
                yield key.value, said

    return said_of(root, ()), lines, doubles


def _scalar(node: Any) -> str | None:
    """A text as it stands there; None for a value that was left out."""
    is_plain = node.style is None
    return None if is_plain and node.value in ("", "~", "null") else str(node.value)


def _unlisted(
    models: Models, known: Collection[str], lines: Mapping[Place, int]
) -> Iterator[Fault]:
    for role, name in models.model_dump().items():
        if name and known and name not in known:
            message = (
                f"models.{role}: no model {cut(with_nearest(name, [*known]))}; known: "
                f"{', '.join(known)}."
            )
            yield Fault(lines.get(("models", role), 0), message)
