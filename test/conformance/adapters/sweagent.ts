import { EngineError } from '../../../src/engine/core/errors.ts';
import type { Host } from '../../../src/engine/core/host.ts';
import { fromPlain, isPyDict, isPyList, type PyValue, toPlain } from '../../../src/engine/core/pyValue.ts';
import type { ModelMessage } from '../../../src/engine/core/result.ts';
import { responseText } from '../../../src/engine/definition/answerReader.ts';
import { parserTypes } from '../../../src/engine/systems/registry.ts';
import { functionTool } from '../../../src/engine/systems/sweagent/commandFunctions.ts';
import { readCommand, readCommands } from '../../../src/engine/systems/sweagent/sweAgentCommand.ts';
import type { RequeryMessage, SweAgentParser } from '../../../src/engine/systems/sweagent/sweAgentParser.ts';
import {
  commandDocsText,
  defaultEnvVariables,
  isBlocked,
  readToolFilter,
} from '../../../src/engine/systems/sweagent/toolSettings.ts';
import { configOf, sourceOf } from './sweagent/config.ts';
import { guardMultilineAction } from './sweagent/guardMultilineInput.ts';
import { history, sentMessages } from './sweagent/history.ts';
import { template } from './sweagent/template.ts';

/** A command as a definition has it: `{ name, docstring?, signature?, end_name?, arguments? }`, plain data. */
type PlainCommand = unknown;
/** A list of commands, or anything that has them under `commands`. */
type Commands = readonly PlainCommand[] | { readonly commands: readonly PlainCommand[] };

/**
 * SWE-agent's `generate_command_docs`. `envVariables` are for the docstrings (default: SWE-agent's own). Throws
 * `EngineError` where a command is refused or a docstring raises.
 */
function commandDocs(commands: Commands, envVariables: unknown = memberOf(commands, 'env_variables')): string {
  const given = envVariables === undefined ? defaultEnvVariables : fromPlain(envVariables);
  return commandDocsText(readCommands(listOf(commands)), isPyDict(given) ? given : new Map());
}

/** A command, or each of several, as a function in OpenAI's format. Throws `EngineError` where a command is refused. */
function functionSchema(given: PlainCommand | Commands): unknown {
  if (!Array.isArray(given) && memberOf(given, 'commands') === undefined)
    return toPlain(functionTool(readCommand(fromPlain(given))));
  return readCommands(listOf(given)).map(command => toPlain(functionTool(command)));
}

/** A command's `invoke_format`, a format string of its arguments; of several commands the first one's. Throws `EngineError` where the command is refused. */
function invokeFormat(given: PlainCommand | Commands): string {
  const list = listOf(given);
  const [command] = isPyList(list) ? list : [];
  return readCommand(command ?? fromPlain(given)).invokeFormat;
}

/**
 * What SWE-agent adds to the history to ask the model again: its message, and the rendered error template (or, for an
 * action that is blocked, the blocklist's). Empty for a response that SWE-agent takes. `settings` is a definition, the
 * keys of one, or SWE-agent's own configuration (`{ tools: { parse_function, … }, agent: { problem_statement, … } }`). A
 * promise only where the filter has patterns of the user's own. Throws `EngineError` where SWE-agent itself ends.
 */
function renderError(
  settings: unknown,
  response: string | ModelMessage,
  host: Host = {},
): readonly RequeryMessage[] | Promise<readonly RequeryMessage[]> {
  const config = configOf(settings);
  const name = config.get('type') ?? 'function_calling';
  const type = parserTypes.find(each => each.system === 'SWE-agent' && each.type === name);
  if (!type) throw new EngineError('ValidationError', `SWE-agent has no parse function \`${String(name)}\`.`);
  const parser = type.create(sourceOf(config), host) as SweAgentParser;
  const text = responseText(response);
  return parser.requery(typeof response === 'string' ? { text } : { text, message: response });
}

/** Whether SWE-agent refuses to run an action. `settings` is the filter, or has it under `filter` (also below `tools`). A promise only where it has patterns of the user's own. */
function shouldBlockAction(action: string, settings?: unknown, host: Host = {}): boolean | Promise<boolean> {
  const tools = memberOf(settings, 'tools') ?? settings;
  return isBlocked(action, readToolFilter(fromPlain(memberOf(tools, 'filter') ?? tools)), host);
}

/** SWE-agent's `guard_multiline_input`: commands with an `end_name` become here-documents. Throws `EngineError` where a command is refused. */
function guardMultilineInput(action: string, commands: Commands): string {
  const multiline = readCommands(listOf(commands)).flatMap(({ name, endName }) =>
    endName === undefined ? [] : [{ name, endName }],
  );
  const submit = multiline.some(({ name }) => name === 'submit') ? [] : [{ name: 'submit', endName: 'None' }];
  return guardMultilineAction(action, [...multiline, ...submit]);
}

/** SWE-agent's operations: those around its parse functions, and those of its history, which take a recorded case's keys. */
export const sweagent = Object.freeze({
  commandDocs,
  functionSchema,
  invokeFormat,
  renderError,
  shouldBlockAction,
  guardMultilineInput,
  history,
  sentMessages,
  template,
});

function listOf(given: unknown): PyValue {
  return fromPlain(Array.isArray(given) ? given : memberOf(given, 'commands'));
}

function memberOf(given: unknown, key: string): unknown {
  return typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>)[key] : undefined;
}
