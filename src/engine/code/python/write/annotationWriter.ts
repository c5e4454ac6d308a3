import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { rustRegex } from '../../../validation/index.ts';
import { type Code, callCode, type Item, keyword } from '../code.ts';
import { isFiniteNumber, isInteger, isLiteral, literalCode, literalType, patternCode, textCode } from '../literals.ts';
import { dictAt, listAt, referenceName, textAt } from '../schemaFacts.ts';
import { decimalLimits, textTypes } from '../simpleTypes.ts';
import { boundArgs, lengthArgs, remainingArgs } from './fieldArgumentCode.ts';
import type { PythonFile } from './pythonFile.ts';

/** What of a model writer the annotations need. */
export interface ClassNames {
  readonly file: PythonFile;
  /** The class of a definition of the schema, in quotes where it stands further down; `undefined`: there is none. */
  reference(name: string): string | undefined;
  /** The member of an enum of the schema that has a value; `undefined`: it is not an enum, or has no such member. */
  member(name: string, value: PyValue): string | undefined;
  /** Whether a field tells the members of a union of these apart. */
  canDiscriminate(members: readonly PyValue[], key: string): boolean;
  /** Writes an object of its own as a class. */
  inlineClass(schema: PyDict, name: string): string;
}

/** A schema as Python writes it: a type, and what is left for `Field(…)`. */
export interface Annotation {
  readonly type: Code;
  readonly args: readonly Item[];
  /** Whether Pydantic gives a field of the type a title. */
  readonly isTitled: boolean;
}

/** The annotation of a schema; `hint` names a class that has to be made for it. Recursion is as deep as the schema. */
export function annotationOf(annotated: PyValue | undefined, names: ClassNames, hint: string): Annotation {
  const schema: PyDict = annotated !== undefined && isPyDict(annotated) ? annotated : new Map();
  const rest = new Map(schema);
  const { type, args = [], isTitled = true } = typeOf(schema, rest, names, hint);
  return { type, args: [...args, ...remainingArgs(rest)], isTitled };
}

/** An annotation inside another one, with all that it says. */
export function nestedType(schema: PyValue | undefined, names: ClassNames, hint: string): Code {
  return wholeType(annotationOf(schema, names, hint), names);
}

function wholeType({ type, args }: Annotation, names: ClassNames): Code {
  if (args.length === 0) return type;
  const field = callCode(names.file.use('pydantic', 'Field'), args);
  return subscript(names.file.use('typing', 'Annotated'), [type, field]);
}

/** `name[a, b]`. */
export function subscript(name: string, items: readonly Code[]): Code {
  return { open: `${name}[`, items: items.map(code => ({ code })), close: ']' };
}

type Written = Pick<Annotation, 'type'> & Partial<Annotation>;

/** The type; what it says is taken out of `rest`. */
function typeOf(schema: PyDict, rest: Map<string, PyValue>, names: ClassNames, hint: string): Written {
  const { file } = names;
  const any = () => ({ type: file.use('typing', 'Any') });
  const reference = referenceName(schema.get('$ref'));
  rest.delete('$ref');
  const className = reference === undefined ? undefined : names.reference(reference);
  if (className !== undefined) return { type: className, isTitled: false };
  const literal = literalOf(schema, rest, file);
  if (literal) return { type: literal };
  const all = listAt(schema, 'allOf');
  if (all.length === 1) {
    rest.delete('allOf');
    return annotationOf(all[0], names, hint);
  }
  for (const key of ['anyOf', 'oneOf']) {
    const members = listAt(schema, key);
    if (members.length === 0) continue;
    rest.delete(key);
    return unionOf(members, schema, rest, names, hint);
  }
  const type = schema.get('type') ?? impliedType(schema);
  if (isPyList(type)) {
    if (type.length === 0) return any();
    for (const key of schema.keys())
      if (key !== 'title' && key !== 'description' && key !== 'default') rest.delete(key);
    const inner = [...schema].filter(([key]) => rest.get(key) === undefined);
    return unionOf(
      type.map(one => new Map([...inner, ['type', one]])),
      schema,
      rest,
      names,
      hint,
    );
  }
  const written = typedBy(type, schema, rest, names, hint);
  if (!written) return any();
  rest.delete('type');
  return written;
}

function typedBy(
  type: PyValue,
  schema: PyDict,
  rest: Map<string, PyValue>,
  names: ClassNames,
  hint: string,
): Written | undefined {
  const { file } = names;
  const builtin = (name: string) => file.use('builtins', name);
  switch (type) {
    case 'string':
      return stringOf(schema, rest, file);
    case 'integer':
      return { type: builtin('int'), args: boundArgs(rest, isInteger) };
    case 'number':
      return { type: builtin('float'), args: boundArgs(rest, isFiniteNumber) };
    case 'boolean':
      return { type: builtin('bool') };
    case 'null':
      return { type: 'None' };
    case 'array':
      return arrayOf(schema, rest, names, hint);
    case 'object':
      return schema.has('properties') ? classOf(schema, rest, names, hint) : dictOf(schema, rest, names, hint);
    default:
      return undefined;
  }
}

function classOf(schema: PyDict, rest: Map<string, PyValue>, names: ClassNames, hint: string): Written {
  for (const key of schema.keys()) if (key !== 'default') rest.delete(key);
  const own = new Map([...schema].filter(([key]) => key !== 'default'));
  return { type: names.inlineClass(own, hint), isTitled: false };
}

function stringOf(schema: PyDict, rest: Map<string, PyValue>, file: PythonFile): Written {
  const type = textTypes.find(
    ({ isWritten, keys }) => isWritten && keys.every(([key, value]) => schema.get(key) === value),
  );
  if (type) {
    for (const [key] of type.keys) rest.delete(key);
    const sized = type.name === 'bytes' || type.name === 'SecretStr';
    return { type: file.use(type.module, type.name), args: sized ? lengthArgs('string', rest) : [] };
  }
  const args = lengthArgs('string', rest);
  const pattern = schema.get('pattern');
  if (typeof pattern === 'string' && !(rustRegex(pattern) instanceof Error)) {
    rest.delete('pattern');
    args.push(keyword('pattern', patternCode(pattern)));
  }
  return { type: file.use('builtins', 'str'), args };
}

function arrayOf(schema: PyDict, rest: Map<string, PyValue>, names: ClassNames, hint: string): Written {
  const builtin = (name: string) => names.file.use('builtins', name);
  const fixed = schema.get('prefixItems');
  if (fixed !== undefined && isPyList(fixed) && !schema.has('items')) {
    for (const key of ['prefixItems', 'minItems', 'maxItems'])
      if (key === 'prefixItems' || schema.get(key) === fixed.length) rest.delete(key);
    const items = fixed.map(item => nestedType(item, names, hint));
    return { type: subscript(builtin('tuple'), items.length > 0 ? items : ['()']) };
  }
  const isEmpty = !schema.has('items') && schema.get('maxItems') === 0 && schema.get('minItems') === 0;
  if (isEmpty) {
    for (const key of ['minItems', 'maxItems']) rest.delete(key);
    return { type: subscript(builtin('tuple'), ['()']) };
  }
  const isSet = schema.get('uniqueItems') === true;
  if (isSet) rest.delete('uniqueItems');
  const name = builtin(isSet ? 'set' : 'list');
  const items = schema.get('items');
  rest.delete('items');
  const isAny = items === undefined || items === true || (isPyDict(items) && items.size === 0);
  return {
    type: isAny ? name : subscript(name, [nestedType(items, names, hint)]),
    args: lengthArgs('array', rest),
  };
}

function dictOf(schema: PyDict, rest: Map<string, PyValue>, names: ClassNames, hint: string): Written {
  const dict = names.file.use('builtins', 'dict');
  const text = names.file.use('builtins', 'str');
  const patterns = [...dictAt(schema, 'patternProperties')];
  const values = patterns[0]?.[1] ?? schema.get('additionalProperties');
  const keys = new Map<string, PyValue>([...dictAt(schema, 'propertyNames')]);
  if (patterns.length === 1 && !(rustRegex(patterns[0]![0]) instanceof Error)) {
    rest.delete('patternProperties');
    keys.set('pattern', patterns[0]![0]);
  } else {
    rest.delete('additionalProperties');
  }
  if (!['$ref', 'enum', 'const', 'anyOf'].some(key => keys.has(key))) keys.set('type', 'string');
  rest.delete('propertyNames');
  const args = lengthArgs('object', rest);
  const isAny = values === undefined || values === true || values === false || (isPyDict(values) && values.size === 0);
  if (isAny && keys.size === 1) return { type: dict, args };
  const keyType = keys.size === 1 && keys.has('type') ? text : nestedType(keys, names, `${hint}Key`);
  const valueType = isAny ? names.file.use('typing', 'Any') : nestedType(values, names, hint);
  return { type: subscript(dict, [keyType, valueType]), args };
}

function unionOf(
  members: readonly PyValue[],
  schema: PyDict,
  rest: Map<string, PyValue>,
  names: ClassNames,
  hint: string,
): Written {
  const { file } = names;
  const isNull = (member: PyValue) => isPyDict(member) && member.size === 1 && member.get('type') === 'null';
  const others = members.filter(member => !isNull(member));
  const optional = (type: Code) =>
    others.length < members.length ? subscript(file.use('typing', 'Optional'), [type]) : type;
  if (others.length === 0) return { type: 'None' };
  const decimal = decimalOf(others, file);
  if (decimal) return { ...decimal, type: optional(decimal.type) };
  if (others.length === 1) {
    const only = annotationOf(others[0], names, hint);
    return { type: optional(wholeType(only, names)), isTitled: only.isTitled };
  }
  const type = optional(
    subscript(
      file.use('typing', 'Union'),
      others.map((member, i) => nestedType(member, names, `${hint}${i + 1}`)),
    ),
  );
  const discriminator = textAt(dictAt(schema, 'discriminator'), 'propertyName');
  rest.delete('discriminator');
  if (discriminator === undefined || !names.canDiscriminate(others, discriminator)) return { type };
  return { type, args: [keyword('discriminator', textCode(discriminator))] };
}

/** A number or a text of digits, which is how Pydantic prints a `Decimal`. */
function decimalOf(members: readonly PyValue[], file: PythonFile): Written | undefined {
  const [number, text] = members;
  if (members.length !== 2 || !isPyDict(number!) || !isPyDict(text!) || number.get('type') !== 'number')
    return undefined;
  const limits = decimalLimits(text);
  if (!limits) return undefined;
  const rest = new Map(number);
  const args = boundArgs(rest, isFiniteNumber);
  if (rest.size > 1) return undefined;
  if (limits.maxDigits !== undefined) args.push(keyword('max_digits', String(limits.maxDigits)));
  if (limits.places !== undefined) args.push(keyword('decimal_places', String(limits.places)));
  return { type: file.use('decimal', 'Decimal'), args };
}

/** `Literal[…]` of a `const` or an `enum`, where Python has literals of these values. */
function literalOf(schema: PyDict, rest: Map<string, PyValue>, file: PythonFile): Code | undefined {
  const values = schema.has('const') ? [schema.get('const') ?? null] : listAt(schema, 'enum');
  if (values.length === 0 || !values.every(isLiteral)) return undefined;
  rest.delete(schema.has('const') ? 'const' : 'enum');
  if (schema.get('type') === literalType(values)) rest.delete('type');
  return subscript(file.use('typing', 'Literal'), values.map(literalCode).map(oneLine));
}

function oneLine(code: Code): Code {
  return typeof code === 'object' && 'flat' in code ? code.flat : code;
}

/** The type that a schema without one must be of, for what it constrains. */
function impliedType(schema: PyDict): PyValue {
  if (schema.has('properties')) return 'object';
  if (schema.has('items') || schema.has('prefixItems')) return 'array';
  return ['pattern', 'minLength', 'maxLength', 'format'].some(key => schema.has(key)) ? 'string' : null;
}
