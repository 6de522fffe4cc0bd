import gzip
import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from newsletter.research.ranking import benchmark
from newsletter.research.ranking import frequencies as field

NEAR = (
    "LLM agents call tools over long-horizon tasks with an agent memory. The multi-agent "
    "system solves 31 of 40 tasks of a coding agent benchmark, and its code is on GitHub. "
) * 5
FAR = "Rain falls over mountains in spring, and satellites count the drops of it. " * 5


def make_data():
    others = [f"2508.{number:05}" for number in range(40)]
    docs = {name: ["2025-08-01", "cs.LG", f"Rain {name}", FAR, 0, 0] for name in others}
    docs["2508.90001"] = ["2025-08-01", "cs.CL", "LLM agents", NEAR, 1, 12]
    docs["2508.90002"] = ["2025-08-01", "cs.CL", "Agent memory", NEAR, 0, 0]
    week = {
        "week_end": "2025-08-03",
        "pool_size": 1800,
        "targets": ["2508.90001", "2508.90002"],
        "others": others,
    }
    return {"weeks": [week], "docs": docs}


@pytest.fixture
def write(tmp_path):
    def write(data, name="papers.json.gz"):
        path = tmp_path / name
        content = data if isinstance(data, bytes) else json.dumps(data).encode()
        path.write_bytes(gzip.compress(content) if name.endswith("gz") else content)
        return path

    return write


def call(path, *more):
    told = StringIO()
    call_command("evaluate", "papers", str(path), *map(str, more), stdout=told)
    return told.getvalue()


@pytest.mark.parametrize("name", ["papers.json.gz", "papers.json"])
def test_it_tells_recall_auc_and_the_weeks(write, name):
    told = call(write(make_data(), name))

    assert "recall@10   1.000  [1.000, 1.000]" in told
    assert "AUC         1.000  [1.000, 1.000]" in told
    assert "2.0 of 1,800 papers pass the default rubric; 42 papers ranked" in told


def test_it_answers_in_json(write):
    answer = json.loads(call(write(make_data()), "--json"))

    both = answer["profile and Hugging Face"]
    assert both["recall@10"] == {"value": 1.0, "low": 1.0, "high": 1.0}
    assert both["weeks"][0]["hits"] == {"10": 2, "30": 2, "100": 2}
    assert answer["passing"] == {"of": 1800, "papers": 2.0}


def make_weeks():
    """Weeks in which an expert picks what no profile names."""
    data = make_data()
    others = data["weeks"][0]["others"]
    data["weeks"] = []
    for number in range(6):
        pick = f"2509.{number:05}"
        data["docs"][pick] = [
            "2025-09-01",
            "cs.DB",
            f"Join orders {number}",
            JOINS,
            0,
            0,
        ]
        week = {
            "week_end": f"2025-09-{number + 1:02}",
            "pool_size": 41,
            "targets": [pick],
            "others": others,
        }
        data["weeks"].append(week)
    return data


JOINS = "Join orders of a database are planned by cardinality of its tables. " * 5


def test_what_earlier_weeks_teach_is_used_in_later_ones(write):
    told = call(
        write(make_weeks()), "--json", "--profile", write(b"Chess openings", "p.md")
    )

    answer = json.loads(told)

    assert answer["profile and Hugging Face"]["recall@10"]["value"] == 0
    taught = answer["profile, Hugging Face and what earlier weeks taught"]["weeks"]
    assert taught[0]["hits"]["10"] == 0
    assert taught[-1]["hits"]["10"] == 1


def test_it_says_whether_a_week_was_counted_or_estimated(write):
    sampled, whole = make_data(), make_weeks()

    assert "1,800 on average: estimated" in call(write(sampled))
    assert "41 on average: counted" in call(write(whole))


def test_a_folder_with_the_file_will_do(write):
    path = write(make_data())
    told = StringIO()

    call_command("evaluate", "papers", str(path.parent), stdout=told)

    assert "recall@10" in told.getvalue()


def test_a_folder_without_the_file_is_said(tmp_path):
    with pytest.raises(
        CommandError, match=r"No papers\.json and no papers\.json\.gz in"
    ):
        call_command("evaluate", "papers", str(tmp_path))


def test_a_week_without_others_has_no_auc(write):
    data = make_data()
    data["weeks"][0]["others"] = []
    path = write(data)

    assert "AUC         unknown: no week has others" in call(path)
    told = json.loads(call(path, "--json"))
    assert {told[name]["auc"] for name in benchmark.WAYS} == {None}


def test_no_file_at_all_is_said():
    with pytest.raises(CommandError, match="Name the file"):
        call_command("evaluate", "papers")


def test_another_profile_is_measured_instead(write, tmp_path):
    profile = tmp_path / "profile.md"
    profile.write_text("Rain over mountains, satellites", encoding="utf-8")

    answer = json.loads(call(write(make_data()), "--json", "--profile", str(profile)))

    assert answer["profile"]["auc"]["value"] == 0


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(CommandError, match=r"Cannot read .*nowhere\.json"):
        call(tmp_path / "nowhere.json")


def test_a_profile_that_is_not_there_is_said(write, tmp_path):
    with pytest.raises(CommandError, match=r"Cannot read .*nowhere\.md"):
        call(write(make_data()), "--profile", str(tmp_path / "nowhere.md"))


@pytest.mark.parametrize("content", [b"no json", b'{"weeks": []}', b"\x1f\x8bbroken"])
def test_a_file_of_another_form_is_said_in_one_line(write, content):
    with pytest.raises(CommandError, match="Cannot read") as caught:
        call(write(content, "papers.json"))

    assert "\n" not in str(caught.value)


def test_papers_without_a_text_are_said(write):
    data = make_data()
    del data["docs"]["2508.90001"]

    with pytest.raises(
        CommandError, match=r"names 1 papers that its docs lack, '2508\.90001'"
    ):
        call(write(data))


def test_a_file_without_picks_is_said(write):
    data = make_data()
    data["weeks"][0]["targets"] = []

    with pytest.raises(CommandError, match="no week with a picked paper"):
        call(write(data))


def count_terms(path):
    told = StringIO()
    call_command("evaluate", "terms", str(path), stdout=told)
    return told.getvalue()


@pytest.mark.parametrize("name", ["texts.jsonl.gz", "texts.jsonl"])
def test_terms_are_counted_in_texts_that_nobody_labelled(write, name):
    lines = [json.dumps({"title": "Rain", "abstract": FAR, "by": "x"})] * 6
    rare = json.dumps({"title": "Snow", "abstract": FAR})

    _, documents, *rows = count_terms(
        write("\n".join([*lines, rare]).encode(), name)
    ).splitlines()

    assert documents == "7"
    assert "mountain\t7" in rows
    assert "rain\t7" in rows
    assert "snow\t1" not in rows


def test_a_line_without_an_abstract_is_said(write):
    lines = b'{"title": "Rain", "abstract": "It falls."}\n{"title": "Snow"}'

    with pytest.raises(CommandError, match=r"line 2 of .*abstract: Field required"):
        count_terms(write(lines, "texts.jsonl"))


def test_the_shipped_frequencies_are_written_as_they_are_read():
    shipped = field.shipped()

    lines = field.written(shipped).splitlines()

    assert lines[1] == str(shipped.documents)
    assert len(lines) == 2 + len(shipped.counts)
