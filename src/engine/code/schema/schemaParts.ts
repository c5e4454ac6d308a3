import { dict, isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { findReference } from '../../validation/index.ts';

/** How many references are followed from one to the next. */
const maxHops = 50;

/** What the `$ref` of a part names within its root, followed to the end; the part itself where it has none; `undefined` where it leads out or round. */
export function targetOf(part: PyDict, root: PyDict): PyDict | undefined {
  let target = part;
  for (let hops = 0; hops < maxHops; hops++) {
    const ref = target.get('$ref');
    if (ref === undefined) return target;
    const found = typeof ref === 'string' ? findReference(root, ref)?.schema : undefined;
    if (found === undefined || !isPyDict(found)) return undefined;
    target = found;
  }
  return undefined;
}

/** A schema that takes `null` as well; one that does already stays as it is. */
export function nullable(schema: PyDict): PyDict {
  const type = schema.get('type') ?? null;
  const values = schema.get('enum');
  const alternatives = schema.get('anyOf') ?? null;
  const nothing = dict({ type: 'null' });
  if (isPyList(alternatives)) {
    const has = alternatives.some(item => isPyDict(item) && item.get('type') === 'null');
    return has ? schema : new Map([...schema, ['anyOf', [...alternatives, nothing]]]);
  }
  if (schema.has('$ref') || schema.has('const') || type === null || type === 'object') {
    const { title, description } = Object.fromEntries(schema);
    const inner = new Map(schema);
    for (const key of ['title', 'description']) inner.delete(key);
    return dict({ title, description, anyOf: [inner, nothing] });
  }
  const types = isPyList(type) ? type : [type];
  if (types.includes('null') && (!isPyList(values) || values.includes(null))) return schema;
  const open = new Map<string, PyValue>([...schema, ['type', types.includes('null') ? types : [...types, 'null']]]);
  return isPyList(values) && !values.includes(null) ? open.set('enum', [...values, null]) : open;
}

/** A part with the members of its `allOf`, references followed: of equal keywords the first stays, keys and required keys are put together. */
export function mergeAll(part: PyDict, members: readonly PyValue[], root: PyDict): PyDict {
  const merged = new Map(part);
  merged.delete('allOf');
  // One reference alone, as Pydantic writes a field with a description, stays one.
  const only = members.length === 1 ? (members[0] ?? null) : null;
  if (isPyDict(only) && only.has('$ref')) return merged.set('$ref', only.get('$ref') ?? null);
  for (const member of members) {
    const schema = isPyDict(member) ? targetOf(member, root) : undefined;
    for (const [key, value] of schema ?? []) {
      if (key === 'allOf') continue;
      const own = merged.get(key);
      if (own === undefined) merged.set(key, value);
      else if (key === 'properties' && isPyDict(own) && isPyDict(value)) merged.set(key, new Map([...value, ...own]));
      else if (key === 'required' && isPyList(own) && isPyList(value))
        merged.set(key, [...new Set([...own, ...value])]);
    }
  }
  return merged;
}
