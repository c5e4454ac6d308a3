import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';

/** A name that stands for an allowed text: the text itself, or one that the schema gives it beside. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * The names under which a prompt shows the values of an enum, which the answer then has: `x-alias`, an object from value to
 * name. They tell what is meant; the value that keeps the schema stays the enum's own.
 */
export function valueNames(schema: PyDict): readonly NamedText[] {
  const names = schema.get('x-alias') ?? null;
  if (!isPyDict(names)) return [];
  return [...names].flatMap(([text, name]) => (typeof name === 'string' ? { name, text } : []));
}

/** The name under which a prompt shows a member: `x-alias` of its schema, or BAML's own `x-baml.alias`. */
export function memberName(schema: PyValue): string | undefined {
  if (!isPyDict(schema)) return undefined;
  const baml = schema.get('x-baml') ?? null;
  for (const name of [schema.get('x-alias'), isPyDict(baml) ? baml.get('alias') : undefined])
    if (typeof name === 'string') return name;
  return undefined;
}
