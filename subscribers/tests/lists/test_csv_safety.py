import pytest
from hypothesis import given
from hypothesis import strategies as st

from subscribers.lists.csv_safety import restored, safe


@pytest.mark.parametrize(
    "cell",
    ["=1+1", "+1", "-1", "@SUM(1)", " =1", "＝1", '"=1', "'=1"],  # noqa: RUF001
)
def test_a_cell_that_begins_like_a_formula_gets_an_apostrophe(cell):
    assert safe(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["a;=1", "a,+1", "a\t=1", "a\n@b", "a|-1", 'a;"=1'])
def test_a_formula_that_another_separator_would_uncover_gets_one_too(cell):
    at = 2
    assert safe(cell) == f"{cell[:at]}'{cell[at:]}"


@pytest.mark.parametrize("cell", ["", "ada@x.org", "o'neill@x.org", "a+b@x.org", "a-b"])
def test_other_cells_stay_as_they_are(cell):
    assert safe(cell) == restored(cell) == cell


@given(st.text(alphabet="',;=+-@ab \t\r\n\"|＝"))  # noqa: RUF001
def test_what_was_made_safe_is_restored_exactly(cell):
    assert restored(safe(cell)) == cell
