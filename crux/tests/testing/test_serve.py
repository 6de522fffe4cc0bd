import sys

from crux.testing import serve
from crux.testing.services import ServiceUnavailable

CODE = (
    "import os, psycopg, sys\n"
    "with psycopg.connect(os.environ['DATABASE_URL']) as connection:\n"
    "    sys.exit(connection.execute('SELECT 40 + 2').fetchone()[0])"
)


def test_a_command_finds_a_database_and_its_exit_code_is_ours(monkeypatch):
    monkeypatch.delenv("DATABASE_URL", raising=False)

    assert serve.main([sys.executable, "-c", CODE]) == 42


def test_a_given_database_serves(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://given")
    code = "import os, sys; sys.exit(os.environ['DATABASE_URL'] == 'postgres://given')"

    assert serve.main([sys.executable, "-c", code]) == 1


def test_without_a_database_the_command_is_not_run(monkeypatch, capsys):
    def none():
        raise ServiceUnavailable("no PostgreSQL here")

    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setattr(serve, "start_postgres", none)

    assert serve.main(["/nowhere"]) == 2
    assert capsys.readouterr().err == "no PostgreSQL here\n"
