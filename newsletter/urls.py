"""Public pages of what is published."""

from django.urls import URLPattern

app_name = "newsletter"
urlpatterns: list[URLPattern] = []
