"""A tool as an agent of Langroid's has it. `langroid.parser.json` reads with it, where Langroid is installed."""

from langroid.agent.tool_message import ToolMessage


class Square(ToolMessage):
    request: str = "square"
    purpose: str = "To square a <number>."
    number: int
