import { Readable } from 'node:stream';
import {
  type ConstrainOptions,
  type Constraint,
  type ConstraintForm,
  constrain,
  constraintEngines,
  constraintForms,
  type Definition,
  EngineError,
  fromPlain,
  type JsonSchema,
  oneLine,
  toJsonText,
  typeNamed,
  type UnkeptKeyword,
  visible,
} from '../../engine/index.ts';
import type { Args, Command } from '../command.ts';
import { exitCode, InputError, type Io, print, tell, UsageError } from '../io.ts';
import { loadDefinition, splitReference } from '../loadDefinition.ts';
import { inputName, readInput } from '../readInput.ts';

/** `parserlens constrain`: the constraint of a definition or a schema, and what an engine makes of it. */
export const constrainCommand: Command = {
  name: 'constrain',
  summary: 'the schema or the grammar that holds a model to a format, for an engine, and what it does not keep',
  help: `Usage: parserlens constrain FILE[#NAME] --for ENGINE[@VERSION][,…] [--form FORM] [--around none|text]
                           [--reasoning none|engine|TAG] [--describe] [--json]

Prints what holds a model to the format, a schema or a grammar, and on standard error what is not kept of it: keywords that the
engine drops without a word, narrows, or refuses. The grammar of a definition is proved first: sentences of it must read as they
were written. Exit code 1: something is dropped or refused, or a sentence does not read.

  FILE     a .parser.json, a JSON Schema, or - for standard input
  --for    one or several of: ${constraintEngines.map(({ id }) => id).join(', ')};
           with a version, or the newest release that is known
  --form   ${constraintForms.join(', ')}; of a schema json, of a definition the best that the engine takes
  --around text: other text may stand around the answer, where the parser takes no notice of it
  --reasoning  what a model thinks first: none; engine, which holds it to the answer alone; or the tag that it thinks in,
           such as think, which a grammar then lets stand before the answer
  --describe  say in the descriptions of a schema's members what the engine drops, which models read: "at most 3 items"
  --json   print { engine, version, form, text, request, enforces, drops, narrows, refuses, samples, proved, sentences, … },
           of several engines a list; each keyword has its path, a JSON pointer
`,
  options: {
    for: { type: 'string' },
    form: { type: 'string' },
    around: { type: 'string' },
    reasoning: { type: 'string' },
    describe: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  positionals: [1, 1],
  async run(args, io) {
    const engines = askedEngines(args);
    const [reference = '-'] = args.positionals;
    const subject = await readSubject(reference, io);
    const constraints: Constraint[] = [];
    for (const options of engines) {
      const place = engines.length === 1 ? inputName(reference) : `${inputName(reference)}: ${options.engine}`;
      constraints.push(await constrained(subject, options, place, io));
    }
    if (args.flag('json')) {
      const printed = constraints.length === 1 ? constraints[0]! : constraints;
      await print(io.stdout, `${visible(toJsonText(fromPlain(printed)))}\n`);
    } else {
      await print(io.stdout, visible(constraints[0]!.text));
      for (const each of constraints) await tellVerdicts(each, io);
    }
    const isExact = constraints.every(
      ({ drops, refuses, proved = true }) => proved && drops.length + refuses.length === 0,
    );
    return isExact ? exitCode.fine : exitCode.failed;
  },
};

function askedEngines(args: Args): readonly ConstrainOptions[] {
  const names = (args.value('for') ?? '').split(',').filter(Boolean);
  if (names.length === 0)
    throw new UsageError(
      `parserlens constrain: --for must name an engine: ${constraintEngines.map(({ id }) => id).join(', ')}.`,
    );
  const [form, around] = [args.value('form'), args.value('around') ?? 'none'];
  if (around !== 'none' && around !== 'text')
    throw new UsageError('parserlens constrain: --around must be none or text.');
  const reasoning = args.value('reasoning');
  const more = { ...(reasoning !== undefined && { reasoning }), ...(args.flag('describe') && { describe: true }) };
  const shared = { around, ...more, ...(form !== undefined && { form: form as ConstraintForm }) } as const;
  return names.map(name => {
    const at = name.indexOf('@');
    return at < 0 ? { engine: name, ...shared } : { engine: name.slice(0, at), version: name.slice(at + 1), ...shared };
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
  return 'parsers' in value || typeNamed(type) ? undefined : (value as JsonSchema);
}

async function constrained(
  subject: Definition | JsonSchema,
  options: ConstrainOptions,
  place: string,
  io: Io,
): Promise<Constraint> {
  try {
    return 'parserType' in subject
      ? await constrain(subject as Definition, options, io.host)
      : constrain(subject as JsonSchema, options);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (/^Unknown(?:Engine|Form|Reasoning)$/.test(error.class))
      throw new UsageError(`parserlens constrain: ${error.message}`);
    throw new InputError(`${place}: ${error.message}`);
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
  await tellProof(constraint, io);
  for (const note of notes) await tell(io.stderr, `  ${note}\n`);
  if (reasoning !== undefined) await tell(io.stderr, `  Begins to hold: ${reasoning}\n`);
}

async function tellProof({ samples = [], proved, sentences, counterexample }: Constraint, io: Io): Promise<void> {
  for (const { name, accepted, reason } of samples)
    if (!accepted) await tell(io.stderr, `  does without the sample ${oneLine(name)}: ${reason}\n`);
  if (proved) await tell(io.stderr, `  proved: ${sentences} sentences read as they were written\n`);
  if (!counterexample) return;
  const text = oneLine(JSON.stringify(counterexample.text));
  await tell(io.stderr, `  not proved: ${text}: ${oneLine(counterexample.reason)}\n`);
}

function lineOf({ keyword, path, reason }: UnkeptKeyword): string {
  return oneLine(`${keyword} at ${path === '' ? 'the root' : path}: ${reason}`);
}
