"""LangChain for Python itself: reads a JSON list of cases from standard input, in the form of test/conformance/langchain.json, and
prints what the installed langchain_core gives for each. A case with `op: "schema"` gives the JSON Schema of a Pydantic source."""

import json
import sys
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum, IntEnum
from typing import Any, Dict, List, Literal, Optional, Set, Tuple, Union

import pydantic
from langchain_core import output_parsers
from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.output_parsers import openai_functions, openai_tools
from langchain_core.outputs import ChatGeneration, Generation
from langchain_core.utils.json import parse_and_check_json_markdown
from pydantic import BaseModel, ConfigDict, Field, RootModel, field_validator, model_validator

CLASSES = {
    name: value
    for module in (openai_functions, openai_tools)
    for name, value in vars(module).items()
}


def model(given):
    scope = dict(globals())
    exec(given["source"], scope)
    return scope[given["name"]]


def construct(item):
    config = dict(item.get("config") or {})
    if "pydantic_object" in config:
        config["pydantic_object"] = model(config["pydantic_object"])
    if "tools" in config:
        config["tools"] = [model(each) for each in config["tools"]]
    schema = config.get("pydantic_schema")
    if schema:
        one = "source" in schema
        config["pydantic_schema"] = model(schema) if one else {k: model(v) for k, v in schema.items()}
    name = item["parser"]
    return (CLASSES.get(name) or getattr(output_parsers, name))(**config)


def encode(value):
    if isinstance(value, BaseModel):
        return {"$model": type(value).__name__, "value": encode(value.model_dump())}
    if isinstance(value, Enum) or type(value).__name__ == "TextAccessor":
        return {"$py": repr(value)}
    if isinstance(value, dict):
        return {str(key): encode(item) for key, item in value.items()}
    if isinstance(value, list):
        return [encode(item) for item in value]
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else {"$py": repr(value)}
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else {"$py": repr(value)}
    return {"$py": repr(value)}


def details(error):
    return [{"type": e["type"], "loc": list(e["loc"]), "msg": e["msg"]} for e in error.errors()]


def encode_error(error):
    said = {"class": type(error).__name__, "message": str(error)}
    if type(error).__name__ == "OutputParserException":
        said["llm_output"] = error.llm_output
        cause = error.__cause__
        if cause is not None:
            said["cause"] = {"class": type(cause).__name__, "message": str(cause)}
        if isinstance(cause, pydantic.ValidationError):
            said["pydantic_errors"] = details(cause)
    if isinstance(error, pydantic.ValidationError):
        said["pydantic_errors"] = details(error)
    return said


def answer(item):
    op = item["op"]
    if op == "schema":
        return {"value": model(item).model_json_schema()}
    if item["parser"] == "parse_and_check_json_markdown":
        return {"value": encode(parse_and_check_json_markdown(item["text"], item["config"]["expected_keys"]))}
    parser = construct(item)
    if op == "format_instruction":
        return {"value": parser.get_format_instructions()}
    if op == "stream":
        given = item.get("chunks")
        if given is None:
            given = [AIMessageChunk(**chunk) for chunk in item["message_chunks"]]
        yielded = []
        try:
            for value in parser.transform(iter(given)):
                yielded.append(encode(value))
        except Exception as error:
            return {"error": encode_error(error), "yielded": yielded}
        return {"value": yielded}
    if "message" in item:
        message = AIMessage(**item["message"])
        if op == "parse":
            return {"value": encode(parser.invoke(message))}
        return {"value": encode(parser.parse_result([ChatGeneration(message=message)], partial=item.get("partial", False)))}
    if op == "parse":
        return {"value": encode(parser.parse(item["text"]))}
    return {"value": encode(parser.parse_result([Generation(text=item["text"])], partial=op == "parse_partial"))}


results = []
for case in json.loads(sys.stdin.buffer.read()):
    try:
        results.append(answer(case))
    except Exception as error:
        results.append({"error": encode_error(error)})
sys.stdout.write(json.dumps(results))
