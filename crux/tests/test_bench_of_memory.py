import pytest

from crux.bench.memory.world import SUBJECTS, Role, World


@pytest.mark.parametrize("subject", SUBJECTS[:2])
def test_a_told_event_is_told_again_by_another_outlet(subject):
    world = World(subject, "tuning", 1)
    first, again = {}, []
    for one in (one for week in world.weeks for one in week):
        if one.role is Role.NEW:
            first[one.event] = one.story.publisher
        elif one.role is Role.AGAIN:
            again.append(one)

    assert again
    for one in again:
        assert one.story.publisher != first[one.event]
