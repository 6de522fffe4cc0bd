from newsletter.research.coverage.traits import telling_terms


def test_telling_terms_put_the_title_first():
    found = telling_terms("Kettle runtime", "Agents wait. Agents plan. Agents plan.")

    assert found == ("agent", "kettle", "runtime", "plan", "wait")


def test_figures_are_telling_terms():
    assert "1200" in telling_terms("Kettle", "It reads 1,200 pages a minute.")
