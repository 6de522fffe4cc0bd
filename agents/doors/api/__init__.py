"""The REST API: `/api/v1/`, its OpenAPI document, and its page of documentation."""
