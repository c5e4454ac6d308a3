import { jsonOf, messageOf, parses } from '../../../code/python/write/askedSource.ts';
import { dict } from '../../../core/pyValue.ts';
import type { InstalledFramework } from '../../../parsers/askedFramework.ts';
import type { Definition } from '../../../parsers/definition.ts';
import { readSettings } from '../readSettings.ts';

/** mini-swe-agent's reader of the definition's mode. */
function miniSweAgentAsked({ source: { config } }: Definition): string {
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

/** The reader of a mode of an installed mini-swe-agent. */
export const installedMiniSweAgent: InstalledFramework = {
  name: 'mini-swe-agent',
  distributions: ['mini-swe-agent', 'jinja2'],
  hasMessages: false,
  takesMessages: false,
  reads: parses,
  source: definition => ({ text: miniSweAgentAsked(definition), variable: 'asked', notes: [] }),
};
