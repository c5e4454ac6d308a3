import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { exampleOfSchema } from '../../parsers/shared/examples.ts';
import { toJsonText } from '../../python/index.ts';
import { type Argument, type Command, invoke } from './sweAgentCommand.ts';

/** What an example's thought says. */
export const exampleThought = 'I look at what is there first.';

/** What an example runs. */
export const exampleShell = 'ls -F';

/** A call of the first command, with all arguments or those that it requires; `undefined` without commands. */
function exampleCall(
  [command]: readonly Command[],
  which: 'all' | 'required',
): { readonly name: string; readonly arguments: PyDict } | undefined {
  if (!command) return undefined;
  const chosen = command.arguments.filter(({ required }) => required || which === 'all');
  return {
    name: command.name,
    arguments: new Map(chosen.map(argument => [argument.name, exampleOf(argument, command)])),
  };
}

/** The first command as an action that begins with its name. Raises `EngineError` where its format does not render. */
export function exampleAction(commands: readonly Command[]): string | undefined {
  const [command] = commands;
  const call = exampleCall(commands, 'required');
  if (!command || !call) return undefined;
  const action = invoke(command, call.arguments);
  return action.split(/\s/, 1)[0] === command.name ? action : `${command.name} ${action}`;
}

/** A provider's message with a call of the first command, as JSON. */
export function exampleMessage(commands: readonly Command[]): string | undefined {
  const call = exampleCall(commands, 'required');
  if (!call) return undefined;
  const called = dict(['name', call.name], ['arguments', toJsonText(call.arguments, 0)]);
  const toolCall = dict(['id', 'call_1'], ['type', 'function'], ['function', called]);
  return toJsonText(dict(['content', exampleThought], ['tool_calls', [toolCall]]));
}

/** A thought and a call of the first command as one JSON object, with every argument: SWE-agent asks for all of them. */
export function exampleJson(commands: readonly Command[]): string | undefined {
  const call = exampleCall(commands, 'all');
  if (!call) return undefined;
  const command = dict(['name', call.name], ['arguments', call.arguments]);
  return toJsonText(dict(['thought', exampleThought], ['command', command]));
}

/** A thought and a call of the first command between tags. */
export function exampleTags(commands: readonly Command[]): string | undefined {
  const call = exampleCall(commands, 'required');
  if (!call) return undefined;
  const parameters = [...call.arguments].map(
    ([name, value]) => `<parameter=${name}>${typeof value === 'string' ? value : toJsonText(value, 0)}</parameter>`,
  );
  return [exampleThought, '', `<function=${call.name}>`, ...parameters, '</function>'].join('\n');
}

function exampleOf({ name, type, description, items, enum: values }: Argument, command: Command): PyValue {
  if (command.name === 'bash' && name === 'command') return exampleShell;
  const schema = dict(['type', type], ['description', description]);
  if (items) schema.set('items', items);
  if (values) schema.set('enum', values);
  return exampleOfSchema(schema, schema);
}

function dict(...entries: (readonly [string, PyValue])[]): Map<string, PyValue> {
  return new Map(entries);
}
