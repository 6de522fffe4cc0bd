"""For squashed migrations: many new models in one operation.

Django works the state of its models out anew for each model that a migration makes, and
with it all that refer to one another: of a hundred models, two thousand. Here once.
"""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class CreateModels(Operation):
    """Makes the models in this order; each may refer to any of them."""

    def __init__(self, *models: CreateModel) -> None:
        self.models = models

    def describe(self) -> str:
        return f"Create models {', '.join(model.name for model in self.models)}"

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        # What was worked out, in parts perhaps; when next asked for it is anew, all of it.
        state.__dict__.pop("apps", None)
        state.is_delayed = False
        for model in self.models:
            model.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for model in self.models:
            model.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for model in reversed(self.models):
            model.database_backwards(app_label, schema_editor, from_state, to_state)
