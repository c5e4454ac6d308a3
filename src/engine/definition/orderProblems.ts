import { type Problem, problem } from '../core/problem.ts';
import { toPlain } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import type { JsonSchema } from '../json/jsonSchema.ts';
import { holdsByName, literalKeywords } from '../json/schema/schemaKeywords.ts';
import { asSchema, has, propertiesOf } from '../json/schema/subschema.ts';
import type { Definition } from '../parsers/definition.ts';
import { spanInString } from '../parsers/problems/problemAt.ts';
import { roleOfMember } from './memberRole.ts';
import { moveFixes } from './moveFixes.ts';
import { type ValueMember, type ValueMembers, valueMembers } from './valueMembers.ts';

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
