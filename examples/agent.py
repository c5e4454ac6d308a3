"""A parser where it is written: ParserLens reads this file, and runs nothing of it."""

from agentscope.parsers import MarkdownJsonDictParser

PLAYERS = ["Player 1", "Player 2", "Player 3"]


class Agent:
    def __init__(self) -> None:
        self.parser = MarkdownJsonDictParser(
            content_hint={
                "thought": "what you thought",
                "vote": f"one of {', '.join(PLAYERS)}",
            },
            required_keys=["thought", "vote"],
            keys_to_memory=["vote"],
            keys_to_content="vote",
        )
