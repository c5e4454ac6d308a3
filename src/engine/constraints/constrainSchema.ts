import { EngineError } from '../core/errors.ts';
import { pointerStep } from '../core/pointerStep.ts';
import { type Format, literal, NoGrammarError, schemaFormat, sequence, textUntil } from '../grammar/index.ts';
import type { JsonSchema } from '../json/jsonSchema.ts';
import { asSchema } from '../json/schema/subschema.ts';
import { type CheckedSchema, checkedSchema } from './checkedSchema.ts';
import type { ConstrainOptions, Constraint, ConstraintKeyword, UnkeptKeyword } from './constraint.ts';
import { type ConstraintEngine, formError, knownEngine } from './engines/engines.ts';
import { grammarForms } from './forms/forms.ts';
import { judgeByNotes, judgeSchema, type KeywordVerdict } from './judgeSchema.ts';
import type { Verdict } from './rule.ts';

/** The constraint of a schema: itself, or a grammar. Throws as `constrain`. */
export function constrainSchema(checked: CheckedSchema, options: ConstrainOptions): Constraint {
  const engine = knownEngine(options.engine);
  const { form = 'json' } = options;
  formError(engine, form);
  const facts = factsOf(engine, options.version, form);
  if (form !== 'json') {
    const { text, verdicts } = grammarOfSchema(checked, form, thinkingTag(options));
    return { ...facts, form, text, request: requestOf(engine, form, text), ...byVerdict(verdicts) };
  }
  if (thinkingTag(options) !== undefined)
    throw new EngineError('UnknownForm', 'A schema has no place for a thought: name a form that is a grammar.');
  const reading = engine.read(checked.schema, facts.version);
  const judged = judgeSchema(checked.schema, reading.book, reading.version);
  const verdicts = byVerdict(judged);
  const more = [reading.book.note?.(checked.schema, judged), emptiness(checked)].filter(note => note !== undefined);
  const { schema, text } = options.describe ? checkedSchema(describedSchema(checked.schema, verdicts.drops)) : checked;
  return {
    ...facts,
    ...{ form, text, request: engine.request?.(schema) ?? null },
    ...verdicts,
    notes: [...facts.notes, ...more],
    evidence: reading.evidence ?? engine.evidence,
    ...(reading.by !== undefined && { by: reading.by }),
  };
}

/** The longest schema of which that is looked for, in characters of its text: it takes the time of a grammar. */
const maxTried = 20_000;

/** Why no value is valid under a schema or a part of it, where that can be told: some engines take it all the same. */
function emptiness({ schema, text }: CheckedSchema): string | undefined {
  if (text.length > maxTried) return undefined;
  try {
    schemaFormat(schema);
    return undefined;
  } catch (error) {
    if (!(error instanceof NoGrammarError)) throw error;
    return error.isEmpty ? `Under the schema, or a part of it, no value is valid: ${error.message}` : undefined;
  }
}

/** The tag that a thought stands in; `undefined`: none is part of the constraint. Throws `EngineError` of class `UnknownReasoning`. */
export function thinkingTag({ reasoning = 'none' }: ConstrainOptions): string | undefined {
  if (reasoning === 'none' || reasoning === 'engine') return undefined;
  if (/^[A-Za-z][\w-]{0,63}$/.test(reasoning)) return reasoning;
  throw new EngineError(
    'UnknownReasoning',
    'What a model thinks is `none`, `engine`, or the name of a tag, such as `think`.',
  );
}

function grammarOfSchema(
  { schema }: CheckedSchema,
  form: Exclude<ConstrainOptions['form'], 'json' | undefined>,
  tag: string | undefined,
) {
  return withoutGrammarErrors(() => {
    const format = schemaFormat(schema);
    return {
      text: grammarForms[form].print(withThought(format, tag)),
      verdicts: judgeByNotes(schema, format.notes.all),
    };
  });
}

/** What `make` gives; its `NoGrammarError` becomes an `EngineError` of class `NoGrammar`. */
export function withoutGrammarErrors<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof NoGrammarError) throw new EngineError('NoGrammar', error.message);
    throw error;
  }
}

/** The part of the request's body that carries a grammar; `null`: a library. */
export function requestOf(engine: ConstraintEngine, form: string, text: string): Constraint['request'] {
  return engine.grammars[form]?.(text) ?? null;
}

/** What is known of an engine, of a constraint in a form: its note is about schemas. */
export function factsOf(engine: ConstraintEngine, version: string | undefined, form: string) {
  const meant = version !== undefined && engine.versions.includes(version) ? version : engine.usual;
  const unknown = `Nothing is known of ${engine.title} ${version}: these are the facts of ${meant}.`;
  return {
    ...{ engine: engine.id, version: meant, evidence: engine.evidence, dated: engine.dated },
    ...(engine.reasoning !== undefined && { reasoning: `${engine.reasoning}.` }),
    notes: [
      ...(version === undefined || version === meant ? [] : [unknown]),
      ...(engine.note && form === 'json' ? [engine.note] : []),
    ],
  };
}

/** The keywords, each in the list of its verdict. */
export function byVerdict(
  verdicts: readonly KeywordVerdict[],
): Pick<Constraint, 'enforces' | 'drops' | 'narrows' | 'refuses'> {
  return {
    enforces: verdicts.filter(isOf('enforced')).map(({ keyword, path }) => ({ keyword, path })),
    drops: unkept(verdicts, 'dropped'),
    narrows: unkept(verdicts, 'narrowed'),
    refuses: unkept(verdicts, 'refused'),
  };
}

function unkept(verdicts: readonly KeywordVerdict[], verdict: Verdict): readonly UnkeptKeyword[] {
  return verdicts.filter(isOf(verdict)).map(({ keyword, path, reason }) => ({ keyword, path, reason: `${reason}.` }));
}

function isOf(expected: Verdict): (each: KeywordVerdict) => boolean {
  return ({ verdict }) => verdict === expected;
}

/** What a keyword asks for, in words that a model reads; of the others their JSON is told. */
const words: Readonly<Record<string, (value: unknown) => string>> = {
  minLength: value => `at least ${value} characters`,
  maxLength: value => `at most ${value} characters`,
  minItems: value => `at least ${value} items`,
  maxItems: value => `at most ${value} items`,
  minProperties: value => `at least ${value} members`,
  maxProperties: value => `at most ${value} members`,
  minimum: value => `at least ${value}`,
  maximum: value => `at most ${value}`,
  exclusiveMinimum: value => `more than ${value}`,
  exclusiveMaximum: value => `less than ${value}`,
  multipleOf: value => `a multiple of ${value}`,
  uniqueItems: () => 'no item twice',
  pattern: value => `matches ${value}`,
  format: value => `in the format ${value}`,
  required: value => `always with ${[value].flat().join(', ')}`,
};

/** The longest JSON of a keyword that is told. */
const maxTold = 200;

/** The schema with what an engine drops said in the descriptions of the subschemas, which models read: `at most 3 items`. Linear. */
function describedSchema(schema: JsonSchema, dropped: readonly ConstraintKeyword[]): JsonSchema {
  const byPath = new Map<string, string[]>();
  for (const { keyword, path } of dropped) byPath.set(path, [...(byPath.get(path) ?? []), keyword]);
  const copy = JSON.parse(JSON.stringify(schema)) as JsonSchema;
  for (const [path, keywords] of byPath) {
    const part = partAt(copy, path) as Record<string, unknown> | undefined;
    const lost = part && keywords.flatMap(keyword => (keyword in part ? [wordsOf(keyword, part[keyword])] : []));
    if (!lost || lost.length === 0) continue;
    const before = typeof part.description === 'string' && part.description !== '' ? `${part.description} ` : '';
    part.description = `${before}(${lost.join('; ')})`;
  }
  return copy;
}

function wordsOf(keyword: string, value: unknown): string {
  const isPlain = [value].flat().every(each => typeof each !== 'object');
  const wordsFor = isPlain && Object.hasOwn(words, keyword) ? words[keyword] : undefined;
  return wordsFor ? wordsFor(value) : `${keyword}: ${JSON.stringify(value)}`.slice(0, maxTold);
}

function partAt(schema: JsonSchema, path: string): JsonSchema | undefined {
  let part: unknown = schema;
  for (const step of path.split('/').slice(1)) {
    if (typeof part !== 'object' || part === null) return undefined;
    part = (part as Record<string, unknown>)[pointerStep(step)];
  }
  return asSchema(part);
}

/** What stands between a thought and the answer. */
const gap = '\n\n';

/** The format behind a thought in a tag; without one as it is. */
export function withThought(format: Format, tag: string | undefined): Format {
  if (tag === undefined) return format;
  const thought = sequence(literal(`<${tag}>`), textUntil(`</${tag}>`), literal(gap));
  return { ...format, start: sequence(thought, format.start) };
}

/** The answer behind the thought, as a server's parser of thoughts hands it on. */
export function behindThought(text: string, tag: string | undefined): string {
  if (tag === undefined) return text;
  const closing = `</${tag}>`;
  const at = text.indexOf(closing);
  return at < 0 ? text : text.slice(at + closing.length + gap.length);
}
