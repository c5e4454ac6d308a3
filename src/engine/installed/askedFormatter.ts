import { jsonOf } from '../code/python/write/askedSource.ts';
import type { PyDict, PyValue } from '../core/pyValue.ts';
import { dict } from '../core/pyValue.ts';

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

/** Python with `payload_of(case)`, a coroutine: what AgentScope's own formatter makes of messages, and its count. `payloadOf`: the coroutine, by the system whose formatter it is. */
export function formatterAsked(
  { formatter, options, folder, limits, tools }: FormatterConfig,
  payloadOf: string,
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
