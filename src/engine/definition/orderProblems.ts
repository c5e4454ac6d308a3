import type { Node } from 'jsonc-parser';
import { type Fix, type Problem, problem } from '../core/problem.ts';
import { toPlain } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import type { JsonSchema } from '../json/jsonSchema.ts';
import { spanOfNode } from '../json/jsonSource.ts';
import { holdsByName, literalKeywords } from '../json/schema/schemaKeywords.ts';
import { asSchema, has, propertiesOf } from '../json/schema/subschema.ts';
import type { Definition } from '../parsers/definition.ts';
import { spanInString } from '../parsers/problems/problemAt.ts';
import type { KeyPlace } from '../parsers/shared/valueKeys.ts';
import { roleOfMember, type ValueMember, type ValueMembers, valueMembers } from './valueMembers.ts';

type Path = readonly (string | number)[];

/** The most problems of one definition, and the most objects of its schemas that are looked at. */
const maxProblems = 50;
const maxObjects = 2000;

/**
 * Members that explain and stand behind one that decides, of the value and within it, and of the arguments of functions:
 * models write members in the order that they are given, and engines hold them to it, so that the reason comes when all is
 * decided. `text` is the file's. For definitions that can be made. Linear in the definition.
 */
export function orderProblems(definition: Definition, text: string): readonly Problem[] {
  const found = new Map<number, Problem>();
  for (const each of [valueMembers(definition), ...schemaMembers(definition)])
    for (const late of lateReasons(definition.source, each, text))
      if (!found.has(late.span.start)) found.set(late.span.start, late);
  return [...found.values()].slice(0, maxProblems);
}

function lateReasons(source: Definition['source'], { members, root }: ValueMembers, text: string): readonly Problem[] {
  const roles = members.map(({ name, schema }) => roleOfMember(name, schema, root));
  const first = roles.indexOf('decides');
  if (first === -1) return [];
  return members.flatMap((member, i) => {
    const decided = members[first]!;
    const span = i > first && roles[i] === 'explains' ? spanOfPlace(source, member) : undefined;
    if (!span) return [];
    const message = `\`${member.name}\` comes after \`${decided.name}\`: models write members in the order that they are given, and engines hold them to it, so that the explanation comes when all is decided. Let it stand before.`;
    return [problem('reason-after-answer', message, span, moveFixes(source, text, member, decided))];
  });
}

function spanOfPlace(source: Definition['source'], { place }: ValueMember): Span | undefined {
  if (!place) return undefined;
  const { path, of, within } = place;
  if (within) return spanInString(source, path, within.span.start, within.span.end);
  return of === 'key' ? source.keySpanOf(path) : source.spanOf(path);
}

/** The members of each object in the schemas of the value and of functions. */
function schemaMembers({ parserType: { schemas }, source }: Definition): readonly ValueMembers[] {
  const value = schemas?.valueSchema?.(source);
  const calls = schemas?.functions?.(source);
  const keys = [
    ...(value && 'schema' in value ? [value.key] : []),
    ...(calls && 'functions' in calls ? [calls.key, ...calls.functions.map(({ key }) => key)] : []),
  ].map(key => key.split('.')[0]!);
  const found: ValueMembers[] = [];
  const visit = (part: unknown, path: Path, root: JsonSchema) => {
    if (found.length >= maxObjects) return;
    if (Array.isArray(part)) for (const [i, item] of part.entries()) visit(item, [...path, i], root);
    const schema = asSchema(part);
    if (!schema) return;
    const own = has(schema, '$defs') || has(schema, 'definitions') ? schema : root;
    const members = Object.entries(propertiesOf(schema)).map(([name, each]): ValueMember => {
      return { name, place: { path: [...path, 'properties', name], of: 'key' }, schema: each };
    });
    if (members.length > 1) found.push({ members, root: own });
    for (const [key, each] of Object.entries(schema)) {
      const named = holdsByName(key) ? asSchema(each) : undefined;
      if (named) for (const [name, one] of Object.entries(named)) visit(one, [...path, key, name], own);
      else if (!literalKeywords.includes(key)) visit(each, [...path, key], own);
    }
  };
  for (const key of new Set(keys)) visit(toPlain(source.config.get(key) ?? null), [key], {});
  return found;
}

/**
 * The fix that moves one member of an object, or one item of a list that is more than its name, to before another that stands
 * ahead of it in the same. None where they do not, or where a comment may belong to one that moves.
 */
function moveFixes(
  source: Definition['source'],
  text: string,
  moved: ValueMember,
  before: ValueMember,
): readonly Fix[] {
  const [last, first] = [nodeOf(source, moved.place), nodeOf(source, before.place)];
  const siblings = last?.parent?.children ?? [];
  const [from, to] = [siblings.indexOf(first!), siblings.indexOf(last!)];
  if (!last?.parent || from < 0 || to <= from) return [];
  const spans = siblings.map(spanOfNode);
  const edges = [last.parent.offset + 1, ...spans.map(({ end }) => end)];
  const gaps = edges.map((start, i) => text.slice(start, spans[i]?.start ?? spanOfNode(last.parent!).end));
  if (gaps.slice(from, to + 2).some(gap => /\/[/*]/.test(gap))) return [];
  const written = spans.slice(from, to + 1).map(({ start, end }) => text.slice(start, end));
  const turned = [written.at(-1)!, ...written.slice(0, -1)];
  const moves = turned.map((each, i) => (i === 0 ? each : gaps[from + i] + each)).join('');
  const span = { start: spans[from]!.start, end: spans[to]!.end };
  return [{ title: `Move "${moved.name}" before "${before.name}"`, edits: [{ span, text: moves }] }];
}

/** The member or item that a name belongs to; `undefined`: it stands within a text, or in a list of names, whose places mean something. */
function nodeOf(source: Definition['source'], place: KeyPlace | undefined): Node | undefined {
  if (!place || place.within) return undefined;
  const { path, of } = place;
  if (of === 'key') return source.nodeAt(path)?.parent;
  const item = path.findLastIndex(step => typeof step === 'number');
  return item < 0 || item === path.length - 1 ? undefined : source.nodeAt(path.slice(0, item + 1));
}
