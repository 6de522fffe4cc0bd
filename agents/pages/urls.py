"""Pages about how issues get made."""

from django.urls import path, re_path

from agents.pages import approval, views

# The links of an operator's letter.
_ASKED = r"(?P<act>approve|stop)/(?P<token>[^/]+)"
app_name = "agents"
urlpatterns = [
    path("runs/", views.runs, name="runs"),
    path("n/<slug:newsletter>/runs/", views.runs, name="runs"),
    path("runs/<slug:name>/", views.run, name="run"),
    re_path(f"^{_ASKED}$", approval.decide, name="asked"),
    re_path(f"^{_ASKED}/letter$", approval.letter, name="asked_letter"),
]
