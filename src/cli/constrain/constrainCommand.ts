import { Readable } from 'node:stream';
import {
  type Constraint,
  constrain,
  constraintEngines,
  type Definition,
  EngineError,
  fromPlain,
  type JsonSchema,
  oneLine,
  parserTypes,
  toJsonText,
  type UnkeptKeyword,
  visible,
} from '../../engine/index.ts';
import type { Args } from '../args.ts';
import type { Command } from '../command.ts';
import { exitCode, InputError, type Io, print, tell, UsageError } from '../io.ts';
import { loadDefinition, splitReference } from '../loadDefinition.ts';
import { inputName, readInput } from '../readInput.ts';

const forms = ['json', 'regex', 'ebnf', 'gbnf', 'lark', 'structural-tag'];

/** `parserlens constrain`: the constraint of a definition or a schema, and what an engine makes of it. */
export const constrainCommand: Command = {
  name: 'constrain',
  summary: 'what an engine that can hold a model to a schema makes of it',
  help: `Usage: parserlens constrain FILE[#NAME] --for ENGINE[@VERSION][,…] [--form json] [--json]

Prints the schema that holds a model to the format, and on standard error what the engine does not keep of it: keywords that
it drops without a word, narrows, or refuses. Exit code 1: something is dropped or refused.

  FILE     a .parser.json, a JSON Schema, or - for standard input
  --for    one or several of: ${constraintEngines.map(({ id }) => id).join(', ')};
           with a version, or the newest release that is known
  --form   json; the other forms (${forms.slice(1).join(', ')}) are not there yet
  --json   print { engine, version, form, text, request, enforces, drops, narrows, refuses, … }, of several engines a list;
           each keyword has its path, a JSON pointer
`,
  options: { for: { type: 'string' }, form: { type: 'string' }, json: { type: 'boolean' } },
  positionals: [1, 1],
  async run(args, io) {
    checkForm(args.value('form') ?? 'json');
    const asked = askedEngines(args);
    const [reference = '-'] = args.positionals;
    const subject = await readSubject(reference, io);
    const constraints = asked.map(options => constrained(subject, options, reference));
    if (args.flag('json')) {
      const printed = constraints.length === 1 ? constraints[0]! : constraints;
      await print(io.stdout, `${visible(toJsonText(fromPlain(printed)))}\n`);
    } else {
      await print(io.stdout, visible(constraints[0]!.text));
      for (const each of constraints) await tellVerdicts(each, io);
    }
    const isExact = constraints.every(({ drops, refuses }) => drops.length + refuses.length === 0);
    return isExact ? exitCode.fine : exitCode.failed;
  },
};

function checkForm(form: string): void {
  if (form === 'json') return;
  throw new UsageError(
    forms.includes(form)
      ? `parserlens constrain: the form \`${form}\` is not there yet; --form json is.`
      : `parserlens constrain: there is no form \`${form}\`; there is json.`,
  );
}

interface AskedEngine {
  readonly engine: string;
  readonly version?: string;
}

function askedEngines(args: Args): readonly AskedEngine[] {
  const names = (args.value('for') ?? '').split(',').filter(Boolean);
  if (names.length === 0)
    throw new UsageError(
      `parserlens constrain: --for must name an engine: ${constraintEngines.map(({ id }) => id).join(', ')}.`,
    );
  return names.map(name => {
    const at = name.indexOf('@');
    return at < 0 ? { engine: name } : { engine: name.slice(0, at), version: name.slice(at + 1) };
  });
}

/** The schema that the file is, unless it has `parsers`, or a parser's type in `type`: then the definition that is named. */
async function readSubject(reference: string, io: Io): Promise<Definition | JsonSchema> {
  const { file, name } = splitReference(reference, io.cwd);
  if (name !== undefined || !/\.json$|^-$/.test(file)) return (await loadDefinition(reference, io)).definition;
  const text = await readInput(file, io);
  const schema = readSchema(text, file);
  if (schema) return schema;
  return (await loadDefinition(reference, { ...io, stdin: Readable.from([text]) })).definition;
}

/** `undefined`: it is a definition, or has comments, as definitions may. */
function readSchema(text: string, file: string): JsonSchema | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (/\.parser\.json$/.test(file)) return undefined;
    throw new UsageError(`${inputName(file)}: this is not JSON.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${inputName(file)}: a schema is an object.`);
  const { type } = value as JsonSchema;
  return 'parsers' in value || parserTypes.some(each => each.type === type) ? undefined : (value as JsonSchema);
}

function constrained(subject: Definition | JsonSchema, options: AskedEngine, reference: string): Constraint {
  try {
    return constrain(subject, options);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.class === 'UnknownEngine') throw new UsageError(`parserlens constrain: ${error.message}`);
    throw new InputError(`${inputName(reference)}: ${error.message}`);
  }
}

async function tellVerdicts(constraint: Constraint, io: Io): Promise<void> {
  const { engine, version, evidence, dated, by, notes, reasoning } = constraint;
  const through = by === undefined ? '' : ` through ${by}`;
  await tell(io.stderr, `${engine} ${version}${through} (${evidence}, ${dated}):\n`);
  const lists = { refuses: constraint.refuses, drops: constraint.drops, narrows: constraint.narrows };
  for (const [verb, list] of Object.entries(lists))
    for (const each of list) await tell(io.stderr, `  ${verb} ${lineOf(each)}\n`);
  await tell(io.stderr, `  enforces ${constraint.enforces.length} keywords\n`);
  for (const note of notes) await tell(io.stderr, `  ${note}\n`);
  if (reasoning !== undefined) await tell(io.stderr, `  Begins to hold: ${reasoning}\n`);
}

function lineOf({ keyword, path, reason }: UnkeptKeyword): string {
  return oneLine(`${keyword} at ${path === '' ? 'the root' : path}: ${reason}`);
}
