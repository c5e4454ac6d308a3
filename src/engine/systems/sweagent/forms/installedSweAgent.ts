import { jsonOf, messageOf, parses } from '../../../code/python/write/askedSource.ts';
import { dict, isPyList } from '../../../core/pyValue.ts';
import type { InstalledFramework } from '../../../parsers/askedFramework.ts';
import type { Definition } from '../../../parsers/definition.ts';
import { bashCommand } from '../sweAgentCommand.ts';
import { defaultEnvVariables } from '../toolSettings.ts';

/** A parse function of SWE-agent's with the definition's commands. */
function sweAgentAsked({ type, source: { config } }: Definition): string {
  const commands = config.get('commands');
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

/** A parse function of an installed SWE-agent. */
export const installedSweAgent: InstalledFramework = {
  name: 'SWE-agent',
  distributions: ['sweagent', 'pydantic'],
  hasMessages: true,
  takesMessages: false,
  reads: parses,
  source: definition => ({ text: sweAgentAsked(definition), variable: 'asked', notes: [] }),
};
