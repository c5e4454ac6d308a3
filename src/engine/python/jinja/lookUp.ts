import { codePointLength, firstCodePoints } from '../codePoints.ts';
import { pyRepr } from '../repr.ts';
import type { Context } from './arguments.ts';
import { bytesMethod, bytesOf } from './bytes.ts';
import { JinjaError } from './jinjaError.ts';
import { integerOf } from './jinjaNumbers.ts';
import { dictGet } from './jinjaOperators.ts';
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
  pick,
  repr,
  sliceRange,
  textOf,
  typeName,
  Undefined,
} from './value.ts';
import { dictMethod, listMethod, numberAttribute } from './valueMethods.ts';

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
  if (object instanceof PySequence) return isIndexed(object) ? object.take().at(index) : undefined;
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
  if (object instanceof PySequence) return object.type === 'bytes' ? bytesMethod(object, name) : undefined;
  return numberAttribute(object, name);
}

/** Whether a sequence that is not a list has items by their place. */
function isIndexed({ type }: PySequence): boolean {
  return type === 'range' || type === 'bytes';
}

/** Jinja names what is not a builtin with its module. */
const modules: ReadonlyMap<string, string> = new Map([
  ['Markup', 'markupsafe.'],
  ['Namespace', 'jinja2.utils.'],
  ['Cycler', 'jinja2.utils.'],
  ['Joiner', 'jinja2.utils.'],
  ['Macro', 'jinja2.runtime.'],
  ['LoopContext', 'jinja2.runtime.'],
  ['TemplateReference', 'jinja2.runtime.'],
]);

function missing(object: JinjaValue, key: JinjaValue, context: Context): Undefined {
  const owner = object === null ? 'None' : `${modules.get(typeName(object)) ?? ''}${typeName(object)} object`;
  const name = textOf(key);
  const message =
    name === undefined ? `${owner} has no element ${repr(key)}` : `${pyRepr(owner)} has no attribute ${pyRepr(name)}`;
  return new Undefined(message, context.isStrict);
}

/** `object[start:stop:step]` of a string, list or tuple. Raises `UndefinedError` for what is undefined, and Python's `TypeError` for what cannot be sliced. */
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
  if (text === undefined && items === undefined) throw notSliceable(object);
  if (start === undefined || stop === undefined || step === undefined)
    throw new JinjaError('TypeError', 'slice indices must be integers or None or have an __index__ method');
  if (step === 0) throw new JinjaError('ValueError', 'slice step cannot be zero');
  if (text !== undefined) {
    context.spend(text.length >> 4);
    const range = sliceRange(codePointLength(text), start, stop, step);
    const part = range.step === 1 ? sliceText(text, range.from, range.to) : pick([...text], range).join('');
    return object instanceof Markup ? new Markup(part) : part;
  }
  const picked = pick(items ?? [], sliceRange(items?.length ?? 0, start, stop, step));
  context.spend(picked.length >> 2);
  if (object instanceof PySequence && object.type === 'bytes') return bytesOf(picked.map(Number));
  return object instanceof PyTuple ? new PyTuple(picked) : picked;
}

function rangeItems(object: JinjaValue): readonly JinjaValue[] | undefined {
  if (object instanceof PySequence && isIndexed(object)) return object.take();
  return isList(object) ? object : undefined;
}

/** The code points from `from` up to `to`. */
function sliceText(text: string, from: number, to: number): string {
  const rest = text.slice(firstCodePoints(text, from).length);
  return firstCodePoints(rest, to - from);
}

/** Python slices what is between brackets itself, without Jinja's way to an undefined. */
function notSliceable(object: JinjaValue): JinjaError {
  const message = isDict(object) ? "unhashable type: 'slice'" : `'${typeName(object)}' object is not subscriptable`;
  return new JinjaError('TypeError', message);
}

/** `null`: left out. `undefined`: no int. */
function bound(value: JinjaValue): number | null | undefined {
  return value === null ? null : integerOf(value);
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** What every object of Python has, between double underscores. */
const everyObjects = words(
  'class delattr dir doc eq format ge getattribute getstate gt hash init init_subclass le lt ne new reduce reduce_ex repr setattr sizeof str subclasshook',
);
const collections = 'contains getitem iter len';
const texts = words(`add ${collections} getnewargs mod mul rmod rmul`);
const lists = words(`add class_getitem ${collections} delitem iadd imul mul reversed rmul setitem`);
const tuples = words(`add class_getitem ${collections} getnewargs mul rmul`);
const dicts = words(`class_getitem ${collections} delitem ior or reversed ror setitem`);
const numbers = words(
  'abs add bool divmod float floordiv int mod mul neg pos pow radd rdivmod rfloordiv rmod rmul round rpow rsub rtruediv sub truediv trunc getnewargs',
);
const functions = words(
  'annotations builtins call closure code defaults dict func get globals kwdefaults module name qualname self type_params wrapped',
);
const own = words('dict module weakref call getattr add radd mul iter len bool');

/** Methods that change what they belong to. */
const changesList = words('append clear pop reverse insert sort extend remove');
const changesDict = words('clear pop popitem setdefault update');

/** Whether a sandboxed environment keeps an attribute from templates: it is there, and internal, or it changes the value. */
export function isUnsafe(object: JinjaValue, name: string): boolean {
  if (isList(object) && changesList.has(name)) return true;
  if (isDict(object) && changesDict.has(name)) return true;
  if (!name.startsWith('_')) return object instanceof PySequence && object.isGenerator && /^gi_/.test(name);
  if (object instanceof PyObject && object.object.attribute(name) !== undefined) return true;
  const inner = /^__(\w+)__$/.exec(name)?.[1];
  return inner !== undefined && (everyObjects.has(inner) || ownNames(object).has(inner));
}

function ownNames(object: JinjaValue): ReadonlySet<string> {
  if (textOf(object) !== undefined) return texts;
  if (isList(object)) return lists;
  if (object instanceof PyTuple) return tuples;
  if (isDict(object)) return dicts;
  if (object instanceof PyFunction) return functions;
  if (object instanceof PyObject || object instanceof Undefined) return own;
  return object === null ? words('bool') : numbers;
}

/** What stands for an attribute that is kept from a template: it prints nothing, and using it raises `SecurityError`. */
export function unsafe(object: JinjaValue, name: string): Undefined {
  return new Undefined(
    `access to attribute '${name}' of '${typeName(object)}' object is unsafe.`,
    false,
    'SecurityError',
  );
}
