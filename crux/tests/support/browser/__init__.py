"""Journeys in a real browser (Playwright, Chromium), and axe on every page.

`make browser` runs them; they are skipped where there is no Playwright or no browser.
"""
