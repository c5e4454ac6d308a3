import * as z from 'zod';
import { nearestKey, nearestName, nearestOf } from '../core/nearestName.ts';
import { type Problem, problem } from '../core/problem.ts';
import { isPyDict, isPyList, type PyValue } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import { valueAt } from '../core/valueAt.ts';
import type { NodeSource } from '../parsers/nodeSource.ts';
import type { DefinitionSource } from '../parsers/parser.ts';
import type { ParserType } from '../parsers/parserType.ts';
import { filterKeys } from './commonKeys.ts';

type Path = readonly (string | number)[];
/** The parts of zod's issues that are read here. */
interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly expected?: string;
  readonly values?: readonly unknown[];
  readonly keys?: readonly string[];
  readonly errors?: readonly (readonly Issue[])[];
}

/** What the problems speak of: the definition's keys, who has them, and where a missing one is underlined. */
interface ShapeContext {
  readonly source: DefinitionSource;
  /** Such as `MarkdownJsonDictParser`. */
  readonly owner: string;
  readonly schema: z.ZodType;
  readonly nameSpan: Span;
}

/** Zod's issues as problems at their places. */
export function shapeProblems(context: ShapeContext, issues: readonly z.core.$ZodIssue[]): Problem[] {
  return flatten(issues as readonly Issue[], []).flatMap(({ issue, path }) => {
    if (issue.code === 'unrecognized_keys')
      return (issue.keys ?? []).map(key => unknownKey(context, [...path, key], keysAt(context.schema, path)));
    const span = context.source.spanOf(path);
    return [span ? wrongShape(context, issue, path, span) : missingKey(context, path)];
  });
}

/** A key that is not among `keys`; the nearest known one is offered unless it is there already. */
export function unknownKey(
  { source, owner }: Pick<ShapeContext, 'source' | 'owner'>,
  path: Path,
  keys: readonly string[],
) {
  const key = String(path.at(-1));
  const span = source.keySpanOf(path) ?? { start: 0, end: 0 };
  const who = path.length > 1 ? `\`${showPath(path.slice(0, -1))}\`` : `\`${owner}\``;
  const near = keyMeant(key, keys);
  if (!near) return problem('unknown-key', `${who} has no key \`${key}\`. Its keys are ${list(keys)}.`, span);
  const message = `${who} has no key \`${key}\`. Did you mean \`${near}\`?`;
  const isTaken = source.spanOf([...path.slice(0, -1), near]) !== undefined;
  const fixes = [{ title: `Change to "${near}"`, edits: [{ span, text: JSON.stringify(near) }] }];
  return problem('unknown-key', message, span, isTaken ? undefined : fixes);
}

/** The known key that a key most likely is. `schema` is more likely the schema of a value than that of the file. */
function keyMeant(key: string, keys: readonly string[]): string | undefined {
  const own = keys.filter(each => each !== '$schema');
  const near = nearestKey(key, own) ?? (key === 'schema' ? own.find(each => each.endsWith('_schema')) : undefined);
  return near ?? nearestKey(key, keys);
}

/** `a`, `b` and `c`, each as code. */
export function list(words: readonly string[], last = 'and'): string {
  const quoted = words.map(word => `\`${word}\``);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} ${last} ${quoted.at(-1)}`;
}

function missingKey({ source, owner, nameSpan }: ShapeContext, path: Path): Problem {
  const parent = path.slice(0, -1);
  const parentSpan = source.spanOf(parent);
  const span = path.length === 1 || !parentSpan ? nameSpan : { start: parentSpan.start, end: parentSpan.start + 1 };
  const who = path.length > 1 ? showPath(parent) : owner;
  return problem('missing-key', `\`${who}\` needs the key \`${String(path.at(-1))}\`.`, span);
}

function wrongShape({ source }: ShapeContext, issue: Issue, path: Path, span: Span): Problem {
  const actual = kindOf(valueAt(source.config, path));
  const expected = expectations(issue);
  const message = expected
    ? `\`${showPath(path)}\` must be ${expected}, not ${actual}.`
    : `\`${showPath(path)}\`: ${issue.message}.`;
  return problem('wrong-shape', message, span);
}

/** The issues with whole paths; of a union only the branch that the value fits best, if one has the right kind of value. */
function flatten(issues: readonly Issue[], base: Path): { issue: Issue; path: Path }[] {
  return issues.flatMap(issue => {
    const path = [...base, ...(issue.path as Path)];
    const inner = issue.errors?.find(branch => branch.every(i => i.path.length > 0 || i.code === 'unrecognized_keys'));
    return inner ? flatten(inner, path) : [{ issue, path }];
  });
}

function expectations(issue: Issue): string {
  const one = (each: Issue): string[] => {
    if (each.errors) return each.errors.flatMap(branch => branch.flatMap(one));
    if (each.values) return each.values.map(value => `\`${JSON.stringify(value)}\``);
    return each.expected ? [kindNames[each.expected] ?? each.expected] : [];
  };
  const all = [...new Set(one(issue))];
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
}

const kindNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: '`null`',
};

/** The kind of a JSON value, for messages. */
export function kindOf(value: PyValue | undefined): string {
  if (value === null || value === undefined) return '`null`';
  if (isPyList(value)) return 'a list';
  if (isPyDict(value)) return 'an object';
  return typeof value === 'string' ? 'a string' : typeof value === 'boolean' ? `\`${value}\`` : 'a number';
}

/** `tagged_contents[0].name` */
function showPath(path: Path): string {
  return path.map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`)).join('');
}

/** The keys that a schema's objects have at a path. */
function keysAt(schema: z.ZodType, path: Path): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return keysAt(schema.unwrap() as z.ZodType, path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(option => keysAt(option as z.ZodType, path));
  const [step, ...rest] = path;
  if (schema instanceof z.ZodObject) {
    if (step === undefined) return Object.keys(schema.shape);
    const member = schema.shape[step];
    return member ? keysAt(member as z.ZodType, rest) : [];
  }
  return schema instanceof z.ZodArray && step !== undefined ? keysAt(schema.element as z.ZodType, rest) : [];
}

/** How many types are named: there are fifty. */
const maxNamed = 3;
const allTypes = 'Completion shows all types, and so does `parserlens --help`.';

/** The problem of a definition without a type, or with one that does not exist. */
export function typeProblem(source: NodeSource, nameSpan: Span | undefined, types: readonly ParserType[]): Problem {
  const names = types.map(({ type }) => type);
  const span = source.spanOf(['type']);
  const written = source.config.get('type');
  if (!span) {
    const whole = source.spanOf([])!;
    const message = `A definition needs the key \`type\`, such as ${list(typesWithKeys(source, types), 'or')}. ${allTypes}`;
    return problem('missing-key', message, nameSpan ?? { start: whole.start, end: whole.start + 1 });
  }
  if (typeof written !== 'string')
    return problem('wrong-shape', `\`type\` must be the name of a parser type, not ${kindOf(written)}.`, span);
  const inShort = written.length > 80 ? `${written.slice(0, 79)}…` : written;
  const near = nearestName(written, names);
  if (!near) {
    const nearby = list(nearestOf(written, names, maxNamed), 'and');
    return problem('unknown-type', `No parser type is called \`${inShort}\`. Nearest are ${nearby}. ${allTypes}`, span);
  }
  const fixes = [{ title: `Change to "${near}"`, edits: [{ span, text: JSON.stringify(near) }] }];
  return problem('unknown-type', `No parser type is called \`${inShort}\`. Did you mean \`${near}\`?`, span, fixes);
}

/** The types that have most of a definition's keys. */
function typesWithKeys({ config }: NodeSource, types: readonly ParserType[]): readonly string[] {
  const shared = ({ keys, filters }: ParserType) =>
    [...config.keys()].filter(key => Object.hasOwn(keys, key) || (filters && Object.hasOwn(filterKeys, key))).length;
  const ranked = types.map(each => ({ type: each.type, count: shared(each) }));
  return ranked
    .sort((a, b) => b.count - a.count)
    .slice(0, maxNamed)
    .map(({ type }) => type);
}
