"""The server: our tools, resources and prompts as the official SDK serves them.

What a client may not do is neither listed nor known: it is answered as what there is not.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import resources as files
from typing import Any, TypeVar

import mcp_types as types
import structlog
from django.db import connections
from mcp.server import Server, ServerRequestContext
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from agents.doors.mcp import resources, tools
from agents.doors.mcp.calling import Client, Refused
from agents.doors.mcp.stepping import as_text

logger = structlog.get_logger(__name__)

PROMPT = "digest_workflow"
INSTRUCTIONS = (
    "Crux makes newsletters in which every claim opens to its passage. The prompt "
    "digest_workflow says how a session is driven step by step."
)
Context = ServerRequestContext[Any, Any]
Answer = TypeVar("Answer")
WhoCalls = Callable[[Context], Awaitable[Client]]

_threads = ThreadPoolExecutor(32, thread_name_prefix="mcp")


def build(who: WhoCalls) -> Server[Any]:
    """A server that asks `who` for the client of each request."""
    return Server(
        "crux",
        version="1",
        title="Crux",
        instructions=INSTRUCTIONS,
        on_list_tools=_Tools(who).list,
        on_call_tool=_Tools(who).call,
        on_list_resources=_Resources(who).list,
        on_list_resource_templates=_Resources(who).templates,
        on_read_resource=_Resources(who).read,
        on_list_prompts=_list_prompts,
        on_get_prompt=_get_prompt,
    )


async def in_thread(act: Callable[..., Answer], *arguments: Any) -> Answer:
    """The ORM wants a thread of its own, and a step takes its time.

    Whoever waits for a step holds a thread, so there are many; none of them keeps its
    connection to the database.
    """

    def asked() -> Answer:
        try:
            return act(*arguments)
        finally:
            connections.close_all()

    return await asyncio.get_running_loop().run_in_executor(_threads, asked)


class _Tools:
    def __init__(self, who: WhoCalls) -> None:
        self.who = who

    async def list(self, context: Context, _: Any) -> types.ListToolsResult:
        found = tools.offered(await self.who(context))
        return types.ListToolsResult(
            tools=[_tool(name, tool) for name, tool in found.items()]
        )

    async def call(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        client = await self.who(context)
        if params.name not in tools.offered(client):
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name}")
        try:
            told = await in_thread(
                tools.call, client, params.name, dict(params.arguments or {})
            )
        except (Refused, ValidationError) as error:
            return _told({"status": "error", "message": _words(error)}, is_error=True)
        except Exception:
            logger.exception("mcp_fault", tool=params.name)
            wrong = {"status": "error", "message": "Something went wrong here."}
            return _told(wrong, is_error=True)
        is_error = isinstance(told, dict) and told.get("status") == "error"
        return _told(told, is_error=is_error)


class _Resources:
    def __init__(self, who: WhoCalls) -> None:
        self.who = who

    async def list(self, context: Context, _: Any) -> types.ListResourcesResult:
        found = await in_thread(resources.listed, await self.who(context))
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    uri=one.uri, name=one.uri, title=one.title, mime_type=one.mime_type
                )
                for one in found
            ]
        )

    async def templates(
        self, context: Context, _: Any
    ) -> types.ListResourceTemplatesResult:
        found = resources.templates(await self.who(context))
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=one.uri, name=one.title, mime_type=one.mime_type
                )
                for one in found
            ]
        )

    async def read(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri = str(params.uri)
        try:
            text, kind = await in_thread(resources.read, await self.who(context), uri)
        except Refused as error:
            raise MCPError(types.INVALID_PARAMS, str(error)) from error
        contents = types.TextResourceContents(uri=uri, text=text, mime_type=kind)
        return types.ReadResourceResult(contents=[contents])


async def _list_prompts(_: Context, __: Any) -> types.ListPromptsResult:
    session = types.PromptArgument(
        name="session_id", description="A session to go on with; else a new one."
    )
    about = "Drive a session of the digest step by step to its issue."
    prompt = types.Prompt(name=PROMPT, description=about, arguments=[session])
    return types.ListPromptsResult(prompts=[prompt])


async def _get_prompt(
    _: Context, params: types.GetPromptRequestParams
) -> types.GetPromptResult:
    if params.name != PROMPT:
        raise MCPError(types.INVALID_PARAMS, f"Unknown prompt: {params.name}")
    text = files.files("agents.doors.mcp").joinpath("workflow.md").read_text()
    name = str((params.arguments or {}).get("session_id", ""))[:80]
    text += f"\nThe session: {name}" if name else "\nBegin a new session."
    content = types.TextContent(text=text)
    return types.GetPromptResult(
        messages=[types.PromptMessage(role="user", content=content)]
    )


def _tool(name: str, tool: tools.Tool) -> types.Tool:
    hints = types.ToolAnnotations(
        read_only_hint=not tool.changes,
        destructive_hint=tool.changes and name == "steer_session",
        idempotent_hint=name != "begin_session",
    )
    schema = tool.arguments.model_json_schema()
    return types.Tool(
        name=name, description=tool.about, input_schema=schema, annotations=hints
    )


def _told(value: Any, *, is_error: bool) -> types.CallToolResult:
    structured = value if isinstance(value, dict) else {"items": value}
    content = types.TextContent(text=as_text(structured))
    return types.CallToolResult(
        content=[content], structured_content=structured, is_error=is_error
    )


def _words(error: Refused | ValidationError) -> str:
    """Why, without what was sent."""
    if isinstance(error, Refused):
        return str(error)
    found = error.errors(include_input=False, include_url=False)
    return "; ".join(
        f"{'.'.join(map(str, one['loc'])) or 'arguments'}: {one['msg']}"
        for one in found
    )
