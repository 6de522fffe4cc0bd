"""Ranking a week of papers, beside scikit-learn."""
