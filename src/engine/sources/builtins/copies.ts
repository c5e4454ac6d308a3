import { isDict, isList, PyTuple } from '../../python/index.ts';
import { DefaultDict, PySet } from '../libraryValues.ts';
import { as, Instance, Unreadable, type Value, wrap } from '../values.ts';

/** `copy.copy(value)` */
export function shallowCopy(value: Value): Value {
  if (as(value, Instance) || value instanceof DefaultDict) throw new Unreadable('A copy of this object is not read.');
  const set = as(value, PySet);
  if (set) return wrap(new PySet(new Map(set.items)));
  return isList(value) ? [...value] : isDict(value) ? new Map(value) : value;
}

/** `copy.deepcopy(value)` */
export function deepCopy(value: Value): Value {
  if (as(value, Instance) || value instanceof DefaultDict) throw new Unreadable('A copy of this object is not read.');
  if (value instanceof PyTuple) return new PyTuple(value.items.map(deepCopy), value.names);
  if (isList(value)) return value.map(deepCopy);
  if (isDict(value)) return new Map([...value].map(([key, item]) => [key, deepCopy(item)]));
  const set = as(value, PySet);
  return set ? wrap(new PySet(new Map(set.items))) : value;
}
