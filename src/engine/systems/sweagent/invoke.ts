import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { pyStrip, renderJinja, shlexQuote, strFormat } from '../../python/index.ts';
import type { ArgumentNames } from '../../validation/index.ts';
import type { Command } from './sweAgentCommand.ts';

/** What is wrong with the arguments of a call; `message` in SWE-agent's words. */
export interface ArgumentFault {
  readonly code: 'missing_arg' | 'unexpected_arg';
  readonly message: string;
  readonly names: readonly string[];
}

/** Whether all required arguments are given and no others than the command's; its `end_name` is tolerated. */
export function argumentFault(command: Command, args: PyDict): ArgumentFault | undefined {
  const missing = command.arguments.filter(({ name, required }) => required && !args.has(name)).map(({ name }) => name);
  if (missing.length > 0)
    return { code: 'missing_arg', message: `Required argument(s) missing: ${missing.join(', ')}`, names: missing };
  const names = new Set(command.arguments.map(({ name }) => name));
  const extra = [...args.keys()].filter(name => !names.has(name) && !(command.endName && name === command.endName));
  return extra.length > 0
    ? { code: 'unexpected_arg', message: `Unexpected argument(s): ${extra.join(', ')}`, names: extra }
    : undefined;
}

/** The names of a command's arguments. */
export function argumentNames({ arguments: list, endName }: Command): ArgumentNames {
  return {
    names: list.map(({ name }) => name),
    required: list.filter(({ required }) => required).map(({ name }) => name),
    ...(endName !== undefined && { tolerated: [endName] }),
  };
}

/** One argument as it stands in the action: quoted for the shell where SWE-agent quotes, then put in its template. */
export function renderArgument(command: Command, argumentFormat: string, value: PyValue): string {
  const quotes = typeof value === 'string' && command.name !== 'bash' && command.endName === undefined;
  return renderJinja(argumentFormat, new Map([['value', quotes ? shlexQuote(value) : value]]));
}

/** The action of a call: each argument rendered (`null` as nothing), those that are not given empty, put in the invoke format and stripped. */
export function invoke(command: Command, args: PyDict): string {
  const rendered = command.arguments.map(({ name, argumentFormat }): [string, string] => {
    const value = args.get(name);
    if (value === undefined) return [name, ''];
    // Not quoted: an empty text would become ''.
    if (value === null) return [name, renderJinja(argumentFormat, new Map([['value', '']]))];
    return [name, renderArgument(command, argumentFormat, value)];
  });
  return pyStrip(strFormat(command.invokeFormat, new Map(rendered)));
}
