"""Pages about how issues get made."""

from django.urls import path

from agents.pages import views

app_name = "agents"
urlpatterns = [
    path("runs/", views.runs, name="runs"),
    path("n/<slug:newsletter>/runs/", views.runs, name="runs"),
    path("runs/<slug:name>/", views.run, name="run"),
]
