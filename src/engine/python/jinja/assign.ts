import type { Frame } from './frame.ts';
import { JinjaError } from './jinjaError.ts';
import type { Expression } from './node.ts';
import { isIterable, iterate, type JinjaObject, type JinjaValue, PyObject, typeName } from './value.ts';

/**
 * Sets a target's names: one, those of a tuple (the value's items), or an attribute of a namespace, which `evaluate`
 * gives. Raises Python's `ValueError` for a wrong number of items, and `TemplateRuntimeError` for what is not a namespace.
 */
export function assign(
  target: Expression,
  value: JinjaValue,
  frame: Frame,
  evaluate: (name: Expression) => JinjaValue,
): void {
  if (target.type === 'name') frame.set(target.name, value);
  else if (target.type === 'tuple') {
    const items = unpacked(value, target.items.length);
    for (const [i, part] of target.items.entries()) assign(part, items[i] ?? null, frame, evaluate);
  } else if (target.type === 'nsref') namespaceOf(target, evaluate).set?.(target.attribute, value);
}

/** The items of a value that are to be `wanted` many. Raises Python's `TypeError` and `ValueError`. */
export function unpacked(value: JinjaValue, wanted: number): readonly JinjaValue[] {
  if (!isIterable(value)) throw new JinjaError('TypeError', `cannot unpack non-iterable ${typeName(value)} object`);
  const items = iterate(value);
  if (items.length < wanted)
    throw new JinjaError('ValueError', `not enough values to unpack (expected ${wanted}, got ${items.length})`);
  if (items.length > wanted) throw new JinjaError('ValueError', `too many values to unpack (expected ${wanted})`);
  return items;
}

/** The namespace that an attribute is set on. Raises `TemplateRuntimeError` for anything else. */
export function namespaceOf(
  target: Expression & { readonly type: 'nsref' },
  evaluate: (name: Expression) => JinjaValue,
): JinjaObject {
  const object = evaluate({ ...target, type: 'name' });
  if (!(object instanceof PyObject) || !object.object.set)
    throw new JinjaError('TemplateRuntimeError', 'cannot assign attribute on non-namespace object');
  return object.object;
}
