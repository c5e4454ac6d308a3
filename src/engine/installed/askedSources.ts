import { layOut } from '../code/python/code.ts';
import { textCode } from '../code/python/literals.ts';
import { dict } from '../core/dict.ts';
import { isPyDict, isPyList, type PyDict } from '../core/pyValue.ts';
import type { Definition } from '../parsers/definition.ts';
import { jsonDumps } from '../python/jsonDumps.ts';
import { readSettings } from '../systems/miniSweAgent/readSettings.ts';
import { bashCommand } from '../systems/sweagent/sweAgentCommand.ts';
import { defaultEnvVariables } from '../systems/sweagent/toolSettings.ts';

/**
 * Python that asks a framework whose parsers are not objects with `parse`. Each leaves an object `asked` with
 * `format_instruction` (`None`: nothing to compare) and `parse`, and calls nothing but what the framework's own loop calls.
 */

/** Reads a response as its loop does: the JSON text of a chat completion or its message as that message. */
const messageOf = `
def message_of(text):
    try:
        given = json.loads(text)
    except ValueError:
        given = None
    if isinstance(given, dict) and given.get("choices"):
        return dict(given["choices"][0]["message"], finish_reason=given["choices"][0].get("finish_reason"))
    if isinstance(given, dict) and isinstance(given.get("content"), list):
        # An Anthropic message, as litellm hands it on.
        blocks = [each for each in given["content"] if isinstance(each, dict)]
        text = "".join(each.get("text") or "" for each in blocks if each.get("type") == "text")
        calls = [
            {"id": each.get("id"), "function": {"name": each.get("name"), "arguments": json.dumps(each.get("input"))}}
            for each in blocks
            if each.get("type") == "tool_use"
        ]
        return {"content": text, **({"tool_calls": calls} if calls else {})}
    if isinstance(given, dict) and ("tool_calls" in given or "output" in given or "message" in given):
        return given
    return {"content": str.__str__(text)}
`;

/** What an agent of Langroid's makes of an answer, and what it tells the model of its tools. */
export function langroidAsked(exported: string, agent: string, { source: { config } }: Definition): string {
  const given = config.get('agent') ?? null;
  const settings = new Map(
    ['thought_delimiters', 'recognize_recipient_in_content'].map(key => [
      key,
      (isPyDict(given) && given.get(key)) || null,
    ]),
  );
  // A model is never asked, and its class may want a key.
  const text = exported.replace(/^\w+ = ChatAgent\(\s*ChatAgentConfig\(/m, found => `${found}llm=None, vecdb=None, `);
  return `${text}
import json
import types

from langroid.agent.chat_document import ChatDocMetaData, ChatDocument
from langroid.language_models.base import LanguageModel, LLMResponse
from langroid.mytypes import Entity

config = ${jsonOf(settings)}


def document_of(text):
    if config["thought_delimiters"] is not None:
        model = types.SimpleNamespace(config=types.SimpleNamespace(**config))
        _, text = LanguageModel.get_reasoning_final(model, text)
    if config["recognize_recipient_in_content"]:
        return ChatDocument.from_LLMResponse(LLMResponse(message=text), displayed=True)
    return ChatDocument(content=text, metadata=ChatDocMetaData(source=Entity.LLM, sender=Entity.LLM))


class ValidationError(Exception):
    """Pydantic's, in the words that the model is told."""


class Asked:
    @property
    def format_instruction(self):
        if not ${agent}.config.use_tools:
            return None
        from langroid.agent.tool_message import ToolMessage

        rules = ${agent}.tool_format_rules()
        before, after = ToolMessage.group_format_instructions().split("{format_instructions}")
        is_one = len(${agent}.llm_tools_map) == 1 and rules.startswith(before)
        return rules[len(before) : len(rules) - len(after)] if is_one else rules

    def parse(self, text):
        try:
            return ${agent}.get_tool_messages(document_of(str.__str__(text)), all_tools=True)
        except Exception as error:
            if not callable(getattr(error, "errors", None)):
                raise
            told = ValidationError(${agent}.tool_validation_error(error))
            told.feedback = str(told)
            raise told from error


asked = Asked()
`;
}

/** A parse function of SWE-agent's with the definition's commands. */
export function sweAgentAsked({ type, source: { config } }: Definition): string {
  const commands = config.get('commands') ?? null;
  const settings = dict({
    type,
    error_message: config.get('error_message') ?? null,
    commands: isPyList(commands) ? commands : [bashCommand],
    strict: config.get('strict') === true,
    env_variables: config.get('env_variables') ?? defaultEnvVariables,
  });
  return `import json
import typing

from sweagent.exceptions import FunctionCallingFormatError
from sweagent.tools.commands import Command
from sweagent.tools.parsing import ParseFunction
from sweagent.tools.utils import generate_command_docs

config = ${jsonOf(settings)}
given = {} if config["error_message"] is None else {"error_message": config["error_message"]}
function = next(each(**given) for each in typing.get_args(ParseFunction) if each().type == config["type"])
commands = [Command(**each) for each in config["commands"]]
${messageOf}

class Asked:
    @property
    def format_instruction(self):
        return generate_command_docs(commands, [], **config["env_variables"])

    def parse(self, text):
        message = message_of(text)
        answer = {"message": message.get("message", message.get("content"))}
        if message.get("tool_calls") is not None:
            answer["tool_calls"] = message["tool_calls"]
        try:
            thought, action = function(answer, commands, config["strict"])
        except FunctionCallingFormatError as error:
            # What the model is told has the code apart from the message.
            error.args, error.code = (error.message,), error.extra_info["error_code"]
            raise
        return {"thought": thought, "action": action}


asked = Asked()
`;
}

/** mini-swe-agent's reader of the definition's mode. */
export function miniSweAgentAsked({ source: { config } }: Definition): string {
  const { mode, actionRegex, templates } = readSettings(config);
  const settings = dict({ mode, action_regex: actionRegex, format_error_template: templates.format_error_template });
  return `import json
import types

from minisweagent.exceptions import FormatError

config = ${jsonOf(settings)}
${messageOf}

def read(message):
    kept = {"format_error_template": config["format_error_template"]}
    finish = {"template_kwargs": {"finish_reason": message.get("finish_reason", "stop")}}
    if config["mode"] == "actions_text":
        from minisweagent.models.utils.actions_text import parse_regex_actions as parse

        given, kept["action_regex"] = message.get("content") or "", config["action_regex"]
    elif config["mode"] == "actions_toolcall":
        from minisweagent.models.utils.actions_toolcall import parse_toolcall_actions as parse

        given = [
            types.SimpleNamespace(id=each.get("id"), function=types.SimpleNamespace(**each["function"]))
            for each in message.get("tool_calls") or []
        ]
    else:
        from minisweagent.models.utils.actions_toolcall_response import parse_toolcall_actions_response as parse

        given = message.get("output") or []
    try:
        # Versions before 2.1 tell their template nothing of how the answer ended.
        return parse(given, **kept, **(finish if "template_kwargs" in (parse.__kwdefaults__ or {}) else {}))
    except FormatError as error:
        content = error.messages[0]["content"]
        error.feedback = content if isinstance(content, str) else content[0]["text"]
        raise


class Asked:
    format_instruction = None

    def parse(self, text):
        return read(message_of(text))


asked = Asked()
`;
}

/** `json.loads` of data, as Python. */
export function jsonOf(data: PyDict): string {
  return `json.loads(${layOut(textCode(jsonDumps(data, { ensureAscii: true })))})`;
}
