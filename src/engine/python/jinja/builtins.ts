import { PyFloat } from '../../core/pyValue.ts';
import { bindArguments, type Context } from './arguments.ts';
import { JinjaError } from './jinjaError.ts';
import { integerOf, numericOf } from './jinjaNumbers.ts';
import { binary, compare, contains, equals } from './jinjaOperators.ts';
import {
  isDict,
  isIterable,
  isList,
  type JinjaObject,
  type JinjaValue,
  type Keywords,
  Markup,
  PyFunction,
  PyObject,
  PySequence,
  PyTuple,
  repr,
  str,
  textOf,
  typeName,
  Undefined,
} from './value.ts';
import { pairsOf } from './valueMethods.ts';

type Global = (args: readonly JinjaValue[], keywords: Keywords, context: Context) => JinjaValue;

const globals: ReadonlyMap<string, readonly [repr: string, call: Global]> = new Map<string, readonly [string, Global]>([
  ['range', ["<class 'range'>", range]],
  ['dict', ["<class 'dict'>", (args, keywords) => dict(args, keywords)]],
  ['namespace', ["<class 'jinja2.utils.Namespace'>", (args, keywords) => namespace(dict(args, keywords))]],
  ['cycler', ["<class 'jinja2.utils.Cycler'>", args => cycler(args)]],
  ['joiner', ["<class 'jinja2.utils.Joiner'>", joiner]],
  [
    'lipsum',
    [
      '<function generate_lorem_ipsum>',
      () => {
        throw new JinjaError('TemplateError', 'lipsum() gives another text every time, so it is not shown here.');
      },
    ],
  ],
]);

/** A function that every template has; `undefined`: there is none of that name. */
export function globalNamed(name: string, context: Context): JinjaValue | undefined {
  const found = globals.get(name);
  return found && new PyFunction(found[0], (args, keywords) => found[1](args, keywords, context));
}

function range(args: readonly JinjaValue[], _: Keywords, context: Context): JinjaValue {
  if (args.length === 0 || args.length > 3)
    throw new JinjaError('TypeError', `range expected at least 1 argument, got ${args.length}`);
  const bounds = args.map(value => {
    const bound = integerOf(value);
    if (bound === undefined)
      throw new JinjaError('TypeError', `'${typeName(value)}' object cannot be interpreted as an integer`);
    return bound;
  });
  const [start = 0, stop = 0, step = 1] = bounds.length === 1 ? [0, ...bounds] : bounds;
  if (step === 0) throw new JinjaError('ValueError', 'range() arg 3 must not be zero');
  const size = Math.max(0, Math.ceil((stop - start) / step));
  context.spend(size);
  const items = Array.from({ length: size }, (_item, i) => start + i * step);
  return new PySequence('range', items, `range(${start}, ${stop}${step === 1 ? '' : `, ${step}`})`);
}

function dict(args: readonly JinjaValue[], keywords: Keywords): Map<JinjaValue, JinjaValue> {
  const made = new Map<JinjaValue, JinjaValue>();
  for (const value of args) for (const [key, item] of pairsOf(value)) made.set(key, item);
  for (const [key, item] of keywords) made.set(key, item);
  return made;
}

function namespace(values: Map<JinjaValue, JinjaValue>): PyObject {
  return new PyObject({
    type: 'Namespace',
    repr: () => `<Namespace ${repr(values)}>`,
    attribute: name => values.get(name),
    set: (name, value) => values.set(name, value),
  });
}

function cycler(items: readonly JinjaValue[]): PyObject {
  if (items.length === 0) throw new JinjaError('RuntimeError', 'at least one item has to be provided');
  let position = 0;
  const methods: Readonly<Record<string, () => JinjaValue>> = {
    next: () => {
      const item = items[position] ?? null;
      position = (position + 1) % items.length;
      return item;
    },
    reset: () => {
      position = 0;
      return null;
    },
  };
  const object: JinjaObject = {
    type: 'Cycler',
    repr: () => '<jinja2.utils.Cycler object>',
    attribute: name => {
      if (name === 'current') return items[position] ?? null;
      const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
      return method && new PyFunction(`<bound method Cycler.${name}>`, method);
    },
  };
  return new PyObject(object);
}

function joiner(args: readonly JinjaValue[], keywords: Keywords): PyObject {
  const separator = bindArguments('joiner', ['sep?'], args, keywords);
  let isUsed = false;
  return new PyObject({
    type: 'Joiner',
    repr: () => '<jinja2.utils.Joiner object>',
    attribute: () => undefined,
    call: () => {
      const text = isUsed ? (separator.has('sep') ? separator.get('sep') : ', ') : '';
      isUsed = true;
      return text;
    },
  });
}

type Test = (value: JinjaValue, argument: JinjaValue, context: Context) => boolean;
/** A test as it is called, with the arguments beside the value. */
export type NamedTest = (value: JinjaValue, args: readonly JinjaValue[], context: Context) => boolean;

const isInteger = (value: JinjaValue) => typeof numericOf(value) === 'bigint' && typeof value !== 'boolean';
const isFloat = (value: JinjaValue) => value instanceof PyFloat || typeof numericOf(value) === 'number';
const differs: Test = (value, argument) => !equals(value, argument);
const greater: Test = (value, argument) => compare(value, argument, '>') > 0;
const greaterOrEqual: Test = (value, argument) => compare(value, argument, '>=') >= 0;
const less: Test = (value, argument) => compare(value, argument, '<') < 0;
const lessOrEqual: Test = (value, argument) => compare(value, argument, '<=') <= 0;

const tests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['odd', (value, _, context) => hasRemainder(value, 2, 1, context)],
  ['even', (value, _, context) => hasRemainder(value, 2, 0, context)],
  ['divisibleby', (value, argument, context) => hasRemainder(value, argument, 0, context)],
  ['defined', value => !(value instanceof Undefined)],
  ['undefined', value => value instanceof Undefined],
  ['filter', (value, _, context) => context.has('filter', str(value))],
  ['test', (value, _, context) => context.has('test', str(value))],
  ['none', value => value === null],
  ['boolean', value => typeof value === 'boolean'],
  ['false', value => value === false],
  ['true', value => value === true],
  ['integer', isInteger],
  ['float', isFloat],
  ['lower', value => isCase(str(value), text => text.toLowerCase())],
  ['upper', value => isCase(str(value), text => text.toUpperCase())],
  ['string', value => textOf(value) !== undefined],
  ['mapping', isDict],
  ['number', value => numericOf(value) !== undefined],
  ['sequence', isSequence],
  ['iterable', value => isIterable(value) && !(value instanceof Undefined && value.isStrict && value.fail())],
  ['callable', value => value instanceof PyFunction || (value instanceof PyObject && value.object.call !== undefined)],
  ['sameas', (value, argument) => value === argument],
  ['escaped', value => value instanceof Markup],
  ['in', (value, argument) => contains(argument, value)],
]);

/** Tests that are functions of Python's module `operator`, by their names there. */
const operators: readonly (readonly [operator: string, names: readonly string[], test: Test])[] = [
  ['eq', ['==', 'eq', 'equalto'], equals],
  ['ne', ['!=', 'ne'], differs],
  ['gt', ['>', 'gt', 'greaterthan'], greater],
  ['ge', ['>=', 'ge'], greaterOrEqual],
  ['lt', ['<', 'lt', 'lessthan'], less],
  ['le', ['<=', 'le'], lessOrEqual],
];

/** The parameters of Jinja's tests that take an argument. */
const parameters: ReadonlyMap<string, string> = new Map([
  ['divisibleby', 'num'],
  ['sameas', 'other'],
  ['in', 'seq'],
]);

/** The names of Jinja's tests, without its signs. */
export function testNames(): readonly string[] {
  return [...tests.keys(), ...operators.flatMap(([, names]) => names.filter(name => /^\w+$/.test(name)))];
}

/** Jinja's test of that name; `undefined`: there is none. The test raises Python's `TypeError` for too few or too many arguments. */
export function testNamed(name: string): NamedTest | undefined {
  const [operator, , compared] = operators.find(([, names]) => names.includes(name)) ?? [];
  const test = compared ?? tests.get(name);
  if (!test) return undefined;
  return (value, args, context) => {
    const fault = operator ? operatorFault(operator, args.length) : arityFault(name, args.length);
    if (fault !== undefined) throw new JinjaError('TypeError', fault);
    return test(value, args[0] ?? null, context);
  };
}

function operatorFault(operator: string, count: number): string | undefined {
  return count === 1 ? undefined : `${operator} expected 2 arguments, got ${count + 1}`;
}

function arityFault(name: string, count: number): string | undefined {
  const parameter = parameters.get(name);
  const expected = parameter ? 1 : 0;
  if (count === expected) return undefined;
  if (count < expected) return `test_${name}() missing 1 required positional argument: '${parameter}'`;
  if (name === 'callable') return `callable() takes exactly one argument (${count + 1} given)`;
  // The value comes first, and before it the environment where a test asks for that.
  const before = name === 'filter' || name === 'test' ? 2 : 1;
  const takes = expected + before;
  return `test_${name}() takes ${takes} positional argument${takes === 1 ? '' : 's'} but ${count + before} were given`;
}

/** `value % by == rest`: of a string, `%` formats. */
function hasRemainder(value: JinjaValue, by: JinjaValue, rest: number, context: Context): boolean {
  return equals(binary('mod', value, by, context), rest);
}

function isCase(text: string, change: (text: string) => string): boolean {
  return text.toLowerCase() !== text.toUpperCase() && text === change(text);
}

/** `len(value)` and `value.__getitem__` both work. */
function isSequence(value: JinjaValue): boolean {
  if (value instanceof Undefined) return value.isStrict ? value.fail() : true;
  if (value instanceof PySequence) return value.type === 'range';
  return textOf(value) !== undefined || isList(value) || isDict(value) || value instanceof PyTuple;
}
