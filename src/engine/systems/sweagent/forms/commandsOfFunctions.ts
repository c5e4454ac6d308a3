import type { ReadFunction } from '../../../code/schema/functions.ts';
import { dict, isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { attempt } from '../../../parsers/shared/attempt.ts';
import { toJsonText } from '../../../python/index.ts';
import { functionTool } from '../commandFunctions.ts';
import { bashCommand, readCommand } from '../sweAgentCommand.ts';

/** The definition for whose commands SWE-agent sends exactly these functions; `undefined`: there is none. */
export function commandsOfFunctions(functions: readonly ReadFunction[]): PyDict | undefined {
  const commands = commandsOf(functions);
  if (!commands) return undefined;
  const isBuiltin = commands.length === 1 && commands[0] === bashCommand;
  return dict({ type: 'function_calling', commands: isBuiltin ? undefined : commands });
}

function commandsOf(functions: readonly ReadFunction[]): readonly PyDict[] | undefined {
  const commands: PyDict[] = [];
  for (const fn of functions) {
    const command = commandOf(fn);
    if (!command) return undefined;
    commands.push(command);
  }
  return commands;
}

function commandOf({ name, description, parameters }: ReadFunction): PyDict | undefined {
  const sent = toJsonText(dict({ name, description, parameters }), 0);
  const isSentFor = (command: PyDict) =>
    attempt(() => toJsonText(functionTool(readCommand(command)).get('function') ?? null, 0)) === sent;
  if (name === 'bash' && isSentFor(bashCommand)) return bashCommand;
  const properties = parameters.get('properties');
  const required = parameters.get('required');
  const names = new Set(isPyList(required) ? required : []);
  const list = isPyDict(properties)
    ? [...properties].map(([key, property]) => argumentOf(key, property, names.has(key)))
    : [];
  const command = dict({
    name,
    docstring: description || undefined,
    arguments: list.length > 0 ? list : undefined,
  });
  return isSentFor(command) ? command : undefined;
}

function argumentOf(name: string, property: PyValue, required: boolean): PyDict {
  const { type, description, items, enum: values } = isPyDict(property) ? Object.fromEntries(property) : {};
  return dict({ name, type, description, required, items, enum: values });
}
