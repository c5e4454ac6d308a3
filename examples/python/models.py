"""Answers as Pydantic reads them. `pydantic.parser.json` reads with each of them, where Pydantic 2 is installed."""

from dataclasses import dataclass

from pydantic import BaseModel, Field
from typing_extensions import TypedDict


class Review(BaseModel):
    """A Pydantic model: the instruction is its JSON schema, and what is wrong it says itself."""

    title: str = Field(min_length=1)
    stars: int = Field(ge=1, le=5)
    tags: list[str] = []


@dataclass
class Point:
    """A dataclass."""

    x: int
    y: int = 0


class Vote(TypedDict):
    """A typed dictionary."""

    player: str
