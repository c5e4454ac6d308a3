import { type Problem, problem } from '../core/problem.ts';
import { type PyDict, toPlain } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import type { JsonSchema } from '../json/jsonSchema.ts';
import { asSchema, has, propertiesOf } from '../json/schema/subschema.ts';
import type { Definition } from '../parsers/definition.ts';
import { spanInString } from '../parsers/problems/problemAt.ts';
import type { KeyPlace } from '../parsers/shared/valueKeys.ts';
import { roleOfMember } from './memberRole.ts';
import { moveFixes } from './moveFixes.ts';

type Path = readonly (string | number)[];

/** The most problems of one definition, and the most objects of its schemas that are looked at. */
const maxProblems = 50;
const maxObjects = 2000;

/** A member of an answer: where the definition has it, and what it says of its values. */
interface Member {
  readonly name: string;
  readonly place: KeyPlace;
  readonly schema: unknown;
}

/** Members in the order of the definition. */
interface Members {
  readonly members: readonly Member[];
  /** What references of their schemas start from. */
  readonly root: JsonSchema;
}

/**
 * Members that explain and stand behind one that decides, of the value and within it, and of the arguments of functions:
 * models write members in the order that they are given, and engines hold them to it, so that the reason comes when all is
 * decided. `text` is the file's. For definitions that can be made. Linear in the definition.
 */
export function orderProblems(definition: Definition, text: string): readonly Problem[] {
  const found = new Map<number, Problem>();
  for (const each of [...valueMembers(definition), ...schemaMembers(definition)])
    for (const late of lateReasons(definition.source, each, text))
      if (!found.has(late.span.start)) found.set(late.span.start, late);
  return [...found.values()].slice(0, maxProblems);
}

function lateReasons(source: Definition['source'], { members, root }: Members, text: string): readonly Problem[] {
  const roles = members.map(({ name, schema }) => roleOfMember(name, schema, root));
  const first = roles.indexOf('decides');
  if (first === -1) return [];
  return members.flatMap((member, i) => {
    const span = i > first && roles[i] === 'explains' ? spanOfPlace(source, member.place) : undefined;
    if (!span) return [];
    const decided = members[first]!;
    const message = `\`${member.name}\` comes after \`${decided.name}\`: models write members in the order that they are given, and engines hold them to it, so that the explanation comes when all is decided. Let it stand before.`;
    return [problem('reason-after-answer', message, span, moveFixes(source, text, member, decided))];
  });
}

function spanOfPlace(source: Definition['source'], { path, of, within }: KeyPlace): Span | undefined {
  if (within) return spanInString(source, path, within.span.start, within.span.end);
  return of === 'key' ? source.keySpanOf(path) : source.spanOf(path);
}

/** The members of the value, which may be tags or fields. */
function valueMembers({ parserType, source }: Definition): readonly Members[] {
  const keys = parserType.authoring?.valueKeys?.(source).keys ?? [];
  const members = keys.flatMap(({ name, declarations: [place] }) => (place ? [{ name, place }] : []));
  if (members.length < 2) return [];
  const schema = parserType.schemas?.valueSchema?.(source);
  const root = schema && 'schema' in schema ? plainSchema(schema.schema) : {};
  const properties = propertiesOf(root);
  return [{ members: members.map(each => ({ ...each, schema: properties[each.name] })), root }];
}

/** The members of each object in the schemas of the value and of functions. */
function schemaMembers({ parserType: { schemas }, source }: Definition): readonly Members[] {
  const value = schemas?.valueSchema?.(source);
  const calls = schemas?.functions?.(source);
  const keys = [
    ...(value && 'schema' in value ? [value.key] : []),
    ...(calls && 'functions' in calls ? [calls.key, ...calls.functions.map(({ key }) => key)] : []),
  ].map(key => key.split('.')[0]!);
  const found: Members[] = [];
  const visit = (part: unknown, path: Path, root: JsonSchema) => {
    if (found.length >= maxObjects) return;
    if (Array.isArray(part)) for (const [i, item] of part.entries()) visit(item, [...path, i], root);
    const schema = asSchema(part);
    if (!schema) return;
    const own = has(schema, '$defs') || has(schema, 'definitions') ? schema : root;
    const members = Object.entries(propertiesOf(schema)).map(([name, each]): Member => {
      return { name, place: { path: [...path, 'properties', name], of: 'key' }, schema: each };
    });
    if (members.length > 1) found.push({ members, root: own });
    for (const [key, each] of Object.entries(schema)) if (!literal.includes(key)) visit(each, [...path, key], own);
  };
  for (const key of new Set(keys)) visit(toPlain(source.config.get(key) ?? null), [key], {});
  return found;
}

/** Keywords whose values are no schemas. */
const literal = ['const', 'default', 'enum', 'examples'];

function plainSchema(schema: PyDict): JsonSchema {
  return asSchema(toPlain(schema)) ?? {};
}
