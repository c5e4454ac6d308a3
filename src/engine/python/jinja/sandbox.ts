import {
  isDict,
  isList,
  type JinjaValue,
  PyFunction,
  PyObject,
  PySequence,
  PyTuple,
  textOf,
  typeName,
  Undefined,
} from './value.ts';

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
