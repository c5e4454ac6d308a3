import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';

/** `_remove_title_field(schema)`: without the titles of the schema, its properties, items, additional properties and definitions; those inside of `anyOf` stay. */
export function withoutTitles(schema: PyDict): PyDict {
  const made = new Map(schema);
  made.delete('title');
  for (const key of ['properties', '$defs']) {
    const parts = made.get(key) ?? null;
    if (isPyDict(parts)) made.set(key, new Map([...parts].map(([name, part]) => [name, untitled(part)])));
  }
  for (const key of ['items', 'additionalProperties']) {
    const part = made.get(key) ?? null;
    if (isPyDict(part)) made.set(key, withoutTitles(part));
  }
  return made;
}

function untitled(part: PyValue): PyValue {
  return isPyDict(part) ? withoutTitles(part) : part;
}
