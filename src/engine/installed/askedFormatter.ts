import { jsonOf } from '../code/python/write/askedSource.ts';
import { dict } from '../core/dict.ts';
import type { PyDict, PyValue } from '../core/pyValue.ts';

/** What an installed formatter is made with. */
export interface FormatterConfig {
  /** The class. */
  readonly formatter: string;
  /** The arguments of its constructor, those that count and limit apart. */
  readonly options: PyDict;
  /** The folder that relative paths start from. */
  readonly folder: string;
  /** A token counter as the conversation names it, and the limit; empty: neither. AgentScope 1 alone. */
  readonly limits: PyDict;
  /** AgentScope 2's estimate counts them. */
  readonly tools: PyValue;
}

/** Python with `payload_of(case)`, a coroutine: what AgentScope's own formatter makes of messages, and its count. `payloadOf`: the coroutine of a system that formats itself. */
export function formatterAsked(
  { formatter, options, folder, limits, tools }: FormatterConfig,
  payloadOf: string = firstPayloadOf,
): string {
  const config = dict({ options, folder, limits, tools });
  return `import contextlib
import json
import os

# What is counted by a tokenizer is counted by one that is there; nothing is fetched for it.
os.environ["HF_HUB_OFFLINE"] = "1"

from agentscope.formatter import ${formatter} as Formatter
from agentscope.message import Msg

config = ${jsonOf(config)}


@contextlib.contextmanager
def beside_the_file():
    """Relative paths of media start at the conversation's folder."""
    before = os.getcwd()
    os.chdir(config["folder"])
    try:
        yield
    finally:
        os.chdir(before)

${payloadOf}`;
}

/** AgentScope 1's. */
const firstPayloadOf = `
def counter_of(limits):
    if "token_counter" not in limits:
        return None
    from agentscope import token

    given = dict(limits["token_counter"])
    return getattr(token, given.pop("type"))(**given)


def unmade():
    """Why the token counter cannot be made; None: it can, or there is none."""
    try:
        counter_of(config["limits"])
    except Exception as error:
        return "%s: %s" % (type(error).__name__, error)


async def payload_of(case):
    given = json.loads(case)
    limits = config["limits"] if given["limits"] else {}
    counter = counter_of(limits)
    limited = {"token_counter": counter, "max_tokens": limits.get("max_tokens")}
    formatter = Formatter(**config["options"], **{key: value for key, value in limited.items() if value is not None})
    with beside_the_file():
        messages = [Msg(each["name"], each["content"], each["role"]) for each in given["messages"]]
        payload = await formatter.format(messages)
        if hasattr(payload, "model_dump"):
            # A2A's message, whose id is drawn.
            payload = payload.model_dump(mode="json", by_alias=True, exclude_none=True)
            payload.pop("messageId", None)
        return {"payload": payload, "tokens": None if counter is None else await counter.count(payload)}
`;
