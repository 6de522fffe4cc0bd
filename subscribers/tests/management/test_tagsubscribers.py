import io

import pytest
from django.core.management import CommandError, call_command

from subscribers.models import Segment
from subscribers.tests.support.makers import make_readers

pytestmark = pytest.mark.django_db


def run(name, *arguments):
    out = io.StringIO()
    call_command(name, *arguments, stdout=out)
    return out.getvalue()


def test_readers_of_a_segment_are_tagged_untagged_and_written_out(weekly):
    first, _ = make_readers(weekly, 2)
    first.status = "paused"
    first.save()
    Segment.objects.create(newsletter=weekly, name="Resting", statuses=["paused"])
    whose = ("--newsletter", weekly.slug, "--segment", "resting")

    assert run("tagsubscribers", "vip, beta", *whose) == "1 of 1 readers changed.\n"
    assert [tag.name for tag in first.tags.all()] == ["beta", "vip"]
    written = run("exportsubscribers", *whose).splitlines()
    assert len(written) == 2
    assert '"beta; vip"' in written[1]
    run("tagsubscribers", "VIP", "--off", *whose)
    assert [tag.name for tag in first.tags.all()] == ["beta"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["vip", "--newsletter", "nope"], "No newsletter 'nope'; known: weekly"),
        ([" , "], "Name at least one tag"),
        (["vip", "--segment", "nope"], "No segment 'nope'; known: none"),
    ],
)
def test_what_cannot_be_tagged_is_said_in_one_sentence(weekly, arguments, words):
    if "--newsletter" not in arguments:
        arguments = [*arguments, "--newsletter", weekly.slug]

    with pytest.raises(CommandError, match=words) as refused:
        run("tagsubscribers", *arguments)

    assert refused.value.returncode == 2
