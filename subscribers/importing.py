"""Readers from a file that another system wrote: read, planned row by row, taken in.

Who left, bounced or complained, there or here, is never written to because of a file.
"""
