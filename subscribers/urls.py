"""Pages where readers come and go."""

from django.urls import URLPattern

app_name = "subscribers"
urlpatterns: list[URLPattern] = []
