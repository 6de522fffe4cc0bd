"""What was measured of the checks of sentences still holds."""

from crux.bench.claims.grounding import cases, faults


def test_altered_sentences_fail_and_faithful_ones_pass_as_often_as_was_measured():
    known = cases()
    failed = {case for case in known if faults(case)}

    assert sum(not case.is_faithful for case in failed) >= 300
    assert sum(case.is_faithful for case in failed) <= 30
