"""Parsers as they stand in an agent's package. `parsers.parser.json` reads with each of them."""

import json
import re
from dataclasses import dataclass

format_instruction = 'Answer in lines of the form "key: value", with the keys thought and speak.'


class MissingLineError(ValueError):
    feedback = 'Your answer has no line "speak: …". Answer again.'


def parse(text, definition, context):
    """The module's own `parse`: the definition names no `parser`."""
    value = {}
    for match in re.finditer(r"^(\w+): *(.*)$", text, re.MULTILINE):
        key, content = match.groups()
        value[key] = content
        context.field(key, *match.span(2))
    if not value.get("speak"):
        raise MissingLineError('The answer has no line "speak: …".')
    return value


def first_number(text):
    """A plain function."""
    return int(re.search(r"-?\d+", text).group())


class Words:
    """Anything with `parse`; `args` of the definition makes it."""

    prompt = "Answer with words."

    def __init__(self, separator=" "):
        self.separator = separator

    def parse(self, text):
        return [word.strip() for word in text.split(self.separator)]


class JsonDictParser:
    """As AgentScope has them: `format_instruction`, `parse` of a response, and where the parts of the value go."""

    def __init__(self, keys_to_content):
        self.keys_to_content = keys_to_content
        self.format_instruction = "Answer with a JSON object that has the key %s." % keys_to_content

    def parse(self, response):
        response.parsed = json.loads(response.text)
        return response

    def to_content(self, parsed):
        return parsed[self.keys_to_content]


class ListParser:
    """As LangChain has them: `get_format_instructions` and `invoke`."""

    def get_format_instructions(self):
        return "Answer with values, separated by commas."

    def invoke(self, text):
        return [value.strip() for value in text.split(",")]


class ThoughtAction:
    """As SWE-agent has them: called with the model's response and the commands."""

    error_message = "No command was found."
    format_error_template = "Your answer needs a discussion and one command in triple backticks."

    def __call__(self, model_response, commands, strict=False):
        found = re.search(r"```\w*\n(.*?)```", model_response["message"], re.DOTALL)
        if found is None:
            raise ValueError(self.error_message)
        return model_response["message"][: found.start()].strip(), found.group(1)


class Template:
    """As a tokenizer of transformers: `apply_chat_template` and `parse_response`."""

    def apply_chat_template(self, messages, tools=None, tokenize=True, add_generation_prompt=False):
        return "<tools>%s</tools><assistant>" % json.dumps(tools or [])

    def parse_response(self, text):
        return {"role": "assistant", "content": text.removesuffix("<end>")}


template = Template()


class Reasoning:
    """As vLLM's parsers of reasoning: made with a tokenizer."""

    def __init__(self, tokenizer):
        self.vocabulary = tokenizer.get_vocab()

    def extract_reasoning(self, model_output, request):
        reasoning, _, content = model_output.partition("</think>")
        return reasoning.removeprefix("<think>"), content


@dataclass
class Vote:
    """A dataclass, a TypedDict or a Pydantic model is read by Pydantic, which has to be installed."""

    name: str
    weight: float = 1.0
