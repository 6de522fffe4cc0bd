"""Addresses of the desk's pages."""

from django.urls import reverse


def changelist(model):
    return reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_changelist")


def page_of(row):
    name = row._meta.label_lower.replace(".", "_")
    return reverse(f"admin:{name}_change", args=[row.pk])
