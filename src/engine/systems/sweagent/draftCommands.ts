import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { draftKeys, jsonTypeOf } from '../../parsers/shared/draftHints.ts';

/** A call that a response makes. */
export interface DraftedCall {
  readonly name: string;
  readonly arguments: PyDict;
}

/** How many commands a draft takes. */
const maxCommands = 50;
/** What SWE-agent takes for an argument's name, and a signature can hold. */
const argumentName = /^[a-zA-Z_][a-zA-Z0-9_-]*$/;

/** A call's parts, where they are a name and an object of arguments. */
export function draftCall(name: PyValue | undefined, args: PyValue | undefined): readonly DraftedCall[] {
  if (typeof name !== 'string' || name === '') return [];
  const value = args;
  return [{ name, arguments: isPyDict(value) ? value : new Map() }];
}

/**
 * The `commands` of a draft: every command that is called, with its arguments; those of all its calls are required. Nothing
 * where only `bash` is called, which SWE-agent has of its own; `undefined` where nothing is called.
 */
export function draftCommands(calls: readonly DraftedCall[]): PyDict | undefined {
  if (calls.length === 0) return undefined;
  const byName = new Map<string, PyDict[]>();
  for (const { name, arguments: args } of calls)
    if (byName.has(name)) byName.get(name)?.push(args);
    else if (byName.size < maxCommands) byName.set(name, [args]);
  const bash = byName.get('bash');
  if (bash && byName.size === 1 && bash.every(args => args.size === 1 && args.has('command'))) return new Map();
  return new Map([['commands', [...byName].map(([name, all]) => commandOf(name, all))]]);
}

function commandOf(name: string, args: readonly PyDict[]): PyDict {
  const { all, common } = draftKeys(args);
  const names = all.filter(each => argumentName.test(each));
  // SWE-agent wants the optional ones last.
  const sorted = [...names.filter(each => common.includes(each)), ...names.filter(each => !common.includes(each))];
  const list = sorted.map(
    (argument): PyDict =>
      new Map<string, PyValue>([
        ['name', argument],
        ['type', jsonTypeOf(args.find(each => each.has(argument))?.get(argument) ?? null)],
        ['description', `the ${argument.replace(/_/g, ' ')}`],
        ['required', common.includes(argument)],
      ]),
  );
  return new Map<string, PyValue>([
    ['name', name],
    ['docstring', `runs ${name}`],
    ...(list.length > 0 ? [['arguments', list] as const] : []),
  ]);
}
