import { toJsonText } from '../../python/jsonDumps.ts';
import type { PyDict, PyValue } from '../../python/value.ts';
import { exampleOfSchema } from '../exampleValues.ts';
import type { Command } from './command.ts';
import { functionTool } from './functionSchema.ts';

/** What an example's thought says. */
export const exampleThought = 'I look at what is there first.';

/** A call of the first command with the arguments that it requires. */
export function exampleCall([command]: readonly Command[]): { readonly name: string; readonly arguments: PyDict } {
  if (!command) return { name: 'bash', arguments: new Map([['command', 'ls -F']]) };
  const required = command.arguments.filter(argument => argument.required);
  return {
    name: command.name,
    arguments: new Map(required.map(argument => [argument.name, exampleArgument(command, argument.name)])),
  };
}

/** The same in the form of a provider's message, as JSON. */
export function exampleMessage(commands: readonly Command[]): string {
  const call = exampleCall(commands);
  const made = new Map<string, PyValue>([
    ['name', call.name],
    ['arguments', toJsonText(call.arguments, 0)],
  ]);
  const toolCall = new Map<string, PyValue>([
    ['id', 'call_1'],
    ['type', 'function'],
    ['function', made],
  ]);
  return toJsonText(
    new Map<string, PyValue>([
      ['content', exampleThought],
      ['tool_calls', [toolCall]],
    ]),
  );
}
