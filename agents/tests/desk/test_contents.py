"""What stands on the desk's first page, and in which order."""

from django.contrib import admin

from agents.desk.contents import about, contents


def listed(*models):
    app = {"app_label": "agents"}
    app["models"] = [{"object_name": name, "name": name} for name in models]
    return contents([app])


def test_every_table_of_the_desk_is_told_in_a_line():
    labels = [model._meta.label for model in admin.site._registry]

    ours = [one for one in labels if not one.startswith("otp_")]

    assert [one for one in ours if not about(one)] == []


def test_what_is_wanted_weekly_stands_first_and_what_is_unknown_is_folded():
    groups = listed("StepRun", "Novelty", "Session")

    found = [(one.is_folded, [row.model["name"] for row in one.rows]) for one in groups]

    assert found == [(False, ["Session"]), (True, ["Novelty", "StepRun"])]


def test_a_list_says_what_it_is_for(admin_client):
    page = admin_client.get("/admin/agents/agent/").content.decode()

    assert "manage.py syncagents fills it in." in page
