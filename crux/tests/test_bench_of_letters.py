"""No figure is told of a database that does not keep what it commits."""

import pytest

from crux.bench.letters import measure


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_database_that_may_forget_is_refused(capsys):
    assert measure.main(["--rounds", "0", "--large", "0"]) == 2

    assert "fsync" in capsys.readouterr().err
