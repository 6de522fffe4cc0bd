"""Public pages of what is published."""

from django.urls import URLPattern, path

from newsletter.pages import feeds, issue, threads, views

app_name = "newsletter"

_OF_ONE: list[URLPattern] = [
    path("", views.home, name="home"),
    path("latest", views.latest, name="latest"),
    path("issues/", views.archive, name="archive"),
    path("issues/<slug:slug>/", issue.issue, name="issue"),
    path("issues/<slug:slug>/sources", issue.sources, name="sources"),
    path("issues/<slug:slug>/texts/<slug:sha256>", issue.text, name="text"),
    path("issues/<slug:slug>/card.png", issue.picture, name="card"),
    path(
        "issues/<slug:slug>/pictures/<slug:sha256>.jpg",
        issue.story_picture,
        name="story_picture",
    ),
    path("stories/<slug:slug>", threads.thread, name="thread"),
    path("search", views.find, name="search"),
    path("about", views.about, name="about"),
    path("look.css", views.look, name="look"),
    path("feed.xml", feeds.atom, name="atom"),
    path("rss.xml", feeds.rss, name="rss"),
    path("feed.json", feeds.json, name="json"),
]
urlpatterns: list[URLPattern] = [
    *_OF_ONE,
    *(
        path(f"n/<slug:newsletter>/{found.pattern}", found.callback, name=found.name)
        for found in _OF_ONE
    ),
    path("robots.txt", views.robots, name="robots"),
    path("sitemap.xml", views.sitemap, name="sitemap"),
]
