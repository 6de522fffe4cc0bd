"""Where the steps of a workflow stand in its picture, and the lines between them. Pure.

Steps stand in rows from top to bottom: a step stands below all that lead to it. Ways back
run along the right. All lengths are in units of the picture, about a pixel each.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from agents.workflows.declaration import Back, To, Workflow
from agents.workflows.state import State
from agents.workflows.status import Standing, WorkflowStatus

WIDTH, HEIGHT = 148, 44  # of a step
_GAP, _ROW = 16, 68
_MARGIN = 8
_PART, _PARTS_IN_ROW = 16, 8
_LANE = 26  # between two ways back
_LABEL = 34


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a step that runs once for each: its number, where it stands, how."""

    number: int
    x: float
    y: float
    standing: str


@dataclass(frozen=True, slots=True)
class Node:
    """A step: its name, how it stands, a word on it, and the box that it stands in."""

    name: str
    standing: str
    note: str
    x: float
    y: float
    height: float
    parts: tuple[Part, ...] = ()

    @property
    def title(self) -> str:
        return self.name.replace("_", " ")

    @property
    def words(self) -> str:
        """How it stands, for those who hear the picture."""
        return self.standing.replace("_", " ")

    @property
    def middle(self) -> float:
        return self.x + WIDTH / 2


@dataclass(frozen=True, slots=True)
class Edge:
    """A way from step to step: its line, and how often a way back was taken, if it is one."""

    origin: str
    target: str
    line: str
    is_back: bool = False
    label: str = ""
    label_x: float = 0
    label_y: float = 0

    @property
    def is_taken(self) -> bool:
        return self.is_back and not self.label.startswith("0")


@dataclass(frozen=True, slots=True)
class Picture:
    """All of it, with its size."""

    width: float
    height: float
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    step_width: int = field(default=WIDTH)


def picture(state: State, status: WorkflowStatus) -> Picture:
    """A session's workflow with each step as it stands."""
    workflow = state.workflow
    standings = {name: str(step.status) for name, step in status.steps.items()}
    rows = _rows(workflow)
    across = max(len(row) for row in rows)
    width = across * WIDTH + (across - 1) * _GAP
    nodes: dict[str, Node] = {}
    y = float(_MARGIN)
    for row in rows:
        x = _MARGIN + (width - len(row) * WIDTH - (len(row) - 1) * _GAP) / 2
        for name in row:
            nodes[name] = _node(workflow, state, name, standings, x, y)
            x += WIDTH + _GAP
        y += max(nodes[name].height for name in row) + _ROW - HEIGHT
    edges = tuple(_edges(workflow, state, nodes, _MARGIN + width))
    lanes = sum(edge.is_back for edge in edges)
    right = _LANE * lanes + _LABEL if lanes else 0
    return Picture(
        width=_MARGIN + width + right + _MARGIN,
        height=y - _ROW + HEIGHT + _MARGIN,
        nodes=tuple(nodes.values()),
        edges=edges,
    )


def _rows(workflow: Workflow) -> list[list[str]]:
    """The steps by how many stand before them on the longest way there."""
    ranks: dict[str, int] = {}

    def rank(name: str) -> int:
        if name not in ranks:
            before = workflow.leads_to.get(name, frozenset())
            ranks[name] = 1 + max(map(rank, before), default=-1)
        return ranks[name]

    rows: list[list[str]] = []
    for step in workflow.steps:
        while len(rows) <= rank(step.name):
            rows.append([])
        rows[rank(step.name)].append(step.name)
    return rows


def _node(
    workflow: Workflow,
    state: State,
    name: str,
    standings: Mapping[str, str],
    x: float,
    y: float,
) -> Node:
    step, standing = workflow.by_name[name], standings[name]
    if standing == Standing.WAITING and state.is_paused:
        standing = "held"
    rounds = state.rounds[name] + (standing in _UNDER_WAY and state.rounds[name] > 0)
    note = f"round {rounds}" if rounds > 1 else ""
    if step.each is None:
        return Node(name, standing, note, x, y, HEIGHT)
    parts = tuple(_parts(state, name, standing, x, y))
    lines = -(-len(parts) // _PARTS_IN_ROW)
    return Node(name, standing, note, x, y, HEIGHT + lines * _PART, parts)


_UNDER_WAY = frozenset({Standing.RUNNING, Standing.WAITING, "held"})


def _parts(
    state: State, name: str, standing: str, x: float, y: float
) -> Iterator[Part]:
    """The parts of its present round, each with how it stands."""
    for place in range(len(state.shares.get(name, ()))):
        number, turn = place + 1, f"{name}.{place + 1}"
        row, column = divmod(place, _PARTS_IN_ROW)
        if turn in state.running:
            how = str(Standing.RUNNING)
        elif turn in state.open and not state.is_over:
            how = "held" if state.is_paused else str(Standing.WAITING)
        elif turn in state.open:
            how = str(Standing.NOT_STARTED)
        else:
            how = str(Standing.ERROR if standing == Standing.ERROR else _DONE)
        yield Part(number, x + 12 + column * _PART, y + HEIGHT + row * _PART - 4, how)


_DONE = Standing.COMPLETE


def _edges(
    workflow: Workflow, state: State, nodes: Mapping[str, Node], right: float
) -> Iterator[Edge]:
    lane = 0
    for step in workflow.steps:
        ways = [way.steps for way in step.then.values() if isinstance(way, To)]
        for target in dict.fromkeys(chain.from_iterable(ways)):
            yield Edge(step.name, target, _down(nodes[step.name], nodes[target]))
        for kind, way in step.then.items():
            if not isinstance(way, Back):
                continue
            lane += 1
            x = right + lane * _LANE - 10
            most = state.most(kind)
            leaves, comes = nodes[step.name].y + _LEAVES, nodes[way.step].y + _COMES
            yield Edge(
                step.name,
                way.step,
                _round(nodes[step.name].x + WIDTH, leaves, x, nodes[way.step].x, comes),
                is_back=True,
                # What came once more than it may ended the session: no way back was taken.
                label=f"{min(state.counts[kind], most)}/{most}",
                label_x=x + 4,
                label_y=(comes + leaves) / 2 + 4,
            )


# Where ways back leave a box and where they come to one, from its head.
_LEAVES, _COMES = 33, 11


def _round(start: float, leaves: float, lane: float, box: float, comes: float) -> str:
    """Out of a box to the right, up along a lane, and into a box from the right."""
    bend = 8
    return (
        f"M {start:g} {leaves:g} H {lane - bend:g} "
        f"Q {lane:g} {leaves:g} {lane:g} {leaves - bend:g} V {comes + bend:g} "
        f"Q {lane:g} {comes:g} {lane - bend:g} {comes:g} H {box + WIDTH + 3:g}"
    )


def _down(start: Node, end: Node) -> str:
    """From the foot of one box to the head of another."""
    top, foot = end.y - 3, start.y + start.height
    if start.middle == end.middle:
        return f"M {start.middle:g} {foot:g} V {top:g}"
    half = (foot + top) / 2
    return (
        f"M {start.middle:g} {foot:g} C {start.middle:g} {half:g} {end.middle:g} "
        f"{half:g} {end.middle:g} {top:g}"
    )
