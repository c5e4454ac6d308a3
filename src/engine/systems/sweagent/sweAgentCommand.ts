import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { parseFormat, pyRepr, pyStrip, renderJinja, shlexQuote, strFormat } from '../../python/index.ts';
import type { ArgumentNames } from '../../validation/index.ts';

/** An argument of a command, as SWE-agent's `Argument`. */
export interface Argument {
  readonly name: string;
  readonly type: string;
  readonly items?: PyDict;
  readonly description: string;
  readonly required: boolean;
  readonly enum?: readonly PyValue[];
  /** A Jinja template of `value`. */
  readonly argumentFormat: string;
}

/** A command that the model may use, as SWE-agent's `Command`. `invokeFormat` is for `str.format`. */
export interface Command {
  readonly name: string;
  readonly docstring: string | null;
  readonly signature?: string;
  /** The line that ends a command of several lines. */
  readonly endName?: string;
  readonly arguments: readonly Argument[];
  readonly invokeFormat: string;
}

/** SWE-agent's own `bash`, which is there when a definition names no commands. */
export const bashCommand: PyDict = new Map<string, PyValue>([
  ['name', 'bash'],
  ['signature', '<command>'],
  ['docstring', 'runs the given command directly in bash'],
  [
    'arguments',
    [
      new Map<string, PyValue>([
        ['name', 'command'],
        ['type', 'string'],
        ['description', 'The bash command to execute.'],
        ['required', true],
      ]),
    ],
  ],
]);

/**
 * The commands of a list, checked as SWE-agent checks them. Raises `EngineError`: `ValidationError` with Pydantic's first
 * message, `ValueError` for two commands of one name.
 */
export function readCommands(list: PyValue): readonly Command[] {
  if (!isPyList(list)) throw invalid('Input should be a valid list');
  const commands = list.map((command, i) => placed(['commands', i], () => readCommand(command)));
  const names = new Set<string>();
  for (const [i, { name }] of commands.entries()) {
    if (names.has(name))
      throw new EngineError('ValueError', `Tool '${name}' is defined multiple times`, undefined, [
        'commands',
        i,
        'name',
      ]);
    names.add(name);
  }
  return commands;
}

/** Runs what reads a part of the definition; what it raises has its place there. */
function placed<T>(path: readonly (string | number)[], read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new EngineError(error.class, error.message, error.code, [...path, ...(error.path ?? [])]);
  }
}

/** One command, checked. Raises `EngineError` like {@link readCommands}. */
export function readCommand(data: PyValue): Command {
  const dict = asDict(data, 'Command');
  const list = dict.get('arguments') ?? [];
  if (!isPyList(list)) throw invalid('Input should be a valid list');
  const signature = optionalText(dict, 'signature');
  const endName = optionalText(dict, 'end_name');
  const command = {
    name: text(dict, 'name'),
    docstring: optionalText(dict, 'docstring') ?? null,
    ...(signature !== undefined && { signature }),
    ...(endName !== undefined && { endName }),
    arguments: list.map((argument, i) => placed(['arguments', i], () => readArgument(argument))),
  };
  checkArguments(command);
  const invokeFormat = buildInvokeFormat(command);
  if (command.arguments.length > 0) checkFields(command, invokeFormat);
  return { ...command, invokeFormat };
}

function readArgument(data: PyValue): Argument {
  const dict = asDict(data, 'Argument');
  const required = dict.get('required');
  if (typeof required !== 'boolean')
    throw invalid(required === undefined ? 'Field required' : 'Input should be a valid boolean');
  const items = dict.get('items') ?? null;
  const values = dict.get('enum');
  return {
    name: text(dict, 'name'),
    type: text(dict, 'type'),
    description: text(dict, 'description'),
    required,
    ...(isPyDict(items) && { items }),
    ...(isPyList(values) && { enum: values }),
    argumentFormat: optionalText(dict, 'argument_format') ?? '{{value}}',
  };
}

/** The order of SWE-agent's own checks. */
function checkArguments({ name, arguments: list }: Omit<Command, 'invokeFormat'>): void {
  const firstOptional = list.findIndex(({ required }) => !required);
  const late = firstOptional === -1 ? undefined : list.slice(firstOptional).find(({ required }) => required);
  if (late)
    throw invalid(`Command '${name}': Required argument '${late.name}' cannot come after optional arguments`, true);
  const names = list.map(argument => argument.name);
  const lasts = new Map(names.map((each, i) => [each, i]));
  const duplicates = new Set(names.filter((each, i) => lasts.get(each) !== i));
  if (duplicates.size > 0) throw invalid(`Command '${name}': Duplicate argument names: ${setRepr(duplicates)}`, true);
  const bad = names.find(each => !/^[a-zA-Z_]/.test(each));
  if (bad !== undefined) throw invalid(`Command '${name}': Invalid argument name: '${bad}'`, true);
}

function buildInvokeFormat({ name, signature, arguments: list }: Omit<Command, 'invokeFormat'>): string {
  if (!signature) return `${name} ${list.map(argument => `{${argument.name}} `).join('')}`;
  for (const { name: argument } of list) {
    const forms = [`<${argument}>`, `{${argument}}`, `--${argument}`];
    if (!forms.some(form => signature.includes(form)))
      throw invalid(
        `Missing argument ${argument} in signature: ${signature}. Did you format the signature correctly? You must include all argument names in the signature with <${argument}>, [<${argument}>], {${argument}}, or --${argument} notation.`,
        true,
      );
  }
  return signature.replace(/\[?<([a-zA-Z_][a-zA-Z0-9_-]*)>\]?/g, '{$1}');
}

/** The fields of the invoke format must be the arguments. */
function checkFields({ name, arguments: list }: Omit<Command, 'invokeFormat'>, invokeFormat: string): void {
  let fields: Set<string>;
  try {
    fields = new Set(parseFormat(invokeFormat).flatMap(({ field }) => (field ? [field.name] : [])));
  } catch (error) {
    throw error instanceof EngineError ? invalid(error.message, true) : error;
  }
  if (fields.size === list.length && list.every(argument => fields.has(argument.name))) return;
  throw invalid(
    `Command '${name}': Argument names (${setRepr(fields)}) in signature / invoke_format ${pyRepr(invokeFormat)} do not match argument names`,
    true,
  );
}

function setRepr(names: ReadonlySet<string>): string {
  return names.size === 0 ? 'set()' : `{${[...names].map(pyRepr).join(', ')}}`;
}

function asDict(data: PyValue, className: string): PyDict {
  if (isPyDict(data)) return data;
  throw invalid(`Input should be a valid dictionary or instance of ${className}`);
}

function text(dict: PyDict, key: string): string {
  const value = optionalText(dict, key);
  if (value === undefined) throw invalid(dict.has(key) ? 'Input should be a valid string' : 'Field required');
  return value;
}

function optionalText(dict: PyDict, key: string): string | undefined {
  const value = dict.get(key) ?? null;
  if (value !== null && typeof value !== 'string') throw invalid('Input should be a valid string');
  return value ?? undefined;
}

function invalid(message: string, isValueError = false): EngineError {
  return new EngineError('ValidationError', isValueError ? `Value error, ${message}` : message);
}

/** What is wrong with the arguments of a call; `message` in SWE-agent's words. */
interface ArgumentFault {
  readonly code: 'missing_arg' | 'unexpected_arg';
  readonly message: string;
  readonly names: readonly string[];
}

/** Whether a call has all required arguments and no others than the command's; its `end_name` is tolerated. */
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

/** The action of a call: each argument rendered (`null` as nothing), missing ones empty, put in the invoke format and stripped. */
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
