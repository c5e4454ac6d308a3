import { codePointLength, firstCodePoints } from '../codePoints.ts';
import { pyRepr } from '../repr.ts';
import { dictGet } from './compare.ts';
import { dictMethod } from './dictMethods.ts';
import type { Context } from './jinjaContext.ts';
import { JinjaError } from './jinjaError.ts';
import { integerOf } from './jinjaNumbers.ts';
import { listMethod } from './listMethods.ts';
import { pick, sliceRange } from './sliceRange.ts';
import { stringMethod } from './stringMethods.ts';
import {
  isDict,
  isList,
  type JinjaValue,
  Markup,
  PyFunction,
  PyObject,
  PySequence,
  PyTuple,
  repr,
  textOf,
  typeName,
  Undefined,
} from './value.ts';

/** `object.name`: Jinja's `environment.getattr`. Raises `UndefinedError` for an attribute of what is undefined. */
export function getAttribute(object: JinjaValue, name: string, context: Context): JinjaValue {
  if (object instanceof Undefined) return object.fail();
  const attribute = attributeOf(object, name, context);
  if (attribute !== undefined) return attribute;
  const found = isDict(object) ? object.get(name) : undefined;
  return found ?? (found === null ? null : missing(object, name, context));
}

/** `object[key]`: Jinja's `environment.getitem`. Raises `UndefinedError` for an item of what is undefined. */
export function getItem(object: JinjaValue, key: JinjaValue, context: Context): JinjaValue {
  if (object instanceof Undefined) return object.fail();
  const item = itemOf(object, key, context);
  if (item !== undefined) return item;
  const name = textOf(key);
  const attribute = name === undefined ? undefined : attributeOf(object, name, context);
  return attribute !== undefined ? attribute : missing(object, key, context);
}

function itemOf(object: JinjaValue, key: JinjaValue, context: Context): JinjaValue | undefined {
  if (isDict(object)) {
    const isHashable = !isList(key) && !isDict(key);
    return isHashable ? dictGet(object, key) : undefined;
  }
  const index = integerOf(key);
  if (index === undefined) return undefined;
  const text = textOf(object);
  if (text !== undefined) {
    context.spend(text.length >> 4);
    return [...text].at(index);
  }
  if (object instanceof PyTuple) return object.items.at(index);
  if (object instanceof PySequence) return object.type === 'range' ? object.take().at(index) : undefined;
  return isList(object) ? object.at(index) : undefined;
}

function attributeOf(object: JinjaValue, name: string, context: Context): JinjaValue | undefined {
  if (object instanceof PyObject) return object.object.attribute(name);
  if (object instanceof PyFunction) return object.attributes.get(name);
  const text = textOf(object);
  if (text !== undefined) return stringMethod(text, name, context, object instanceof Markup);
  if (object instanceof PyTuple) return object.items[object.names.indexOf(name)];
  if (isList(object)) return listMethod(object, name, context);
  if (isDict(object)) return dictMethod(object, name, context);
  return undefined;
}

function missing(object: JinjaValue, key: JinjaValue, context: Context): Undefined {
  const owner = object === null ? 'None' : `${typeName(object)} object`;
  const name = textOf(key);
  const message =
    name === undefined ? `${owner} has no element ${repr(key)}` : `${pyRepr(owner)} has no attribute ${pyRepr(name)}`;
  return new Undefined(message, context.isStrict);
}

/** `object[start:stop:step]` of a string, list or tuple. Raises `UndefinedError` for what is undefined; what cannot be sliced is undefined, as in Jinja. */
export function slice(
  object: JinjaValue,
  bounds: readonly [JinjaValue, JinjaValue, JinjaValue],
  context: Context,
): JinjaValue {
  if (object instanceof Undefined) return object.fail();
  const text = textOf(object);
  const items = object instanceof PyTuple ? object.items : rangeItems(object);
  const step = bound(bounds[2]);
  const [start, stop] = [bound(bounds[0]), bound(bounds[1])];
  const isSliced = text !== undefined || items !== undefined;
  if (!isSliced || start === undefined || stop === undefined || step === undefined || step === 0)
    return sliceFailure(object, isSliced && step === 0, bounds, context);
  if (text !== undefined) {
    context.spend(text.length >> 4);
    const range = sliceRange(codePointLength(text), start, stop, step);
    const taken = range.step === 1 ? sliceText(text, range.from, range.to) : pick([...text], range).join('');
    return object instanceof Markup ? new Markup(taken) : taken;
  }
  const taken = pick(items ?? [], sliceRange(items?.length ?? 0, start, stop, step));
  context.spend(taken.length >> 2);
  return object instanceof PyTuple ? new PyTuple(taken) : taken;
}

function rangeItems(object: JinjaValue): readonly JinjaValue[] | undefined {
  if (object instanceof PySequence && object.type === 'range') return object.take();
  return isList(object) ? object : undefined;
}

/** The code points from `from` up to `to`. */
function sliceText(text: string, from: number, to: number): string {
  const rest = text.slice(firstCodePoints(text, from).length);
  return firstCodePoints(rest, to - from);
}

function sliceFailure(
  object: JinjaValue,
  isZeroStep: boolean,
  bounds: readonly JinjaValue[],
  context: Context,
): JinjaValue {
  if (isZeroStep) throw new JinjaError('ValueError', 'slice step cannot be zero');
  for (const bound of bounds) if (bound instanceof Undefined) bound.fail();
  const owner = object === null ? 'None' : `${typeName(object)} object`;
  return new Undefined(`${owner} has no element slice(${bounds.map(each => repr(each)).join(', ')})`, context.isStrict);
}

/** `null`: left out. `undefined`: no int. */
function bound(value: JinjaValue): number | null | undefined {
  return value === null ? null : integerOf(value);
}
