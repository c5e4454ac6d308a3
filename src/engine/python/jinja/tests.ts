import { PyFloat } from '../../core/pyValue.ts';
import { compare, contains, equals } from './compare.ts';
import type { Context } from './jinjaContext.ts';
import { JinjaError } from './jinjaError.ts';
import { numericOf } from './jinjaNumbers.ts';
import { binary } from './jinjaOperators.ts';
import {
  isDict,
  isIterable,
  isList,
  type JinjaValue,
  Markup,
  PyFunction,
  PyObject,
  PySequence,
  PyTuple,
  str,
  textOf,
  Undefined,
} from './value.ts';

type Test = (value: JinjaValue, argument: JinjaValue, context: Context) => boolean;
/** A test as it is called; an argument that is not given is `undefined`. */
export type NamedTest = (value: JinjaValue, argument: JinjaValue | undefined, context: Context) => boolean;

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
  ...['==', 'eq', 'equalto'].map(name => [name, equals] as [string, Test]),
  ...['!=', 'ne'].map(name => [name, differs] as [string, Test]),
  ...['>', 'gt', 'greaterthan'].map(name => [name, greater] as [string, Test]),
  ...['>=', 'ge'].map(name => [name, greaterOrEqual] as [string, Test]),
  ...['<', 'lt', 'lessthan'].map(name => [name, less] as [string, Test]),
  ...['<=', 'le'].map(name => [name, lessOrEqual] as [string, Test]),
]);

const binaryTests = new Set([...tests.keys()].slice([...tests.keys()].indexOf('in')));

/** Jinja's test of that name; `undefined`: there is none. */
export function testNamed(name: string): NamedTest | undefined {
  const test = tests.get(name);
  if (!test) return undefined;
  const needsArgument = binaryTests.has(name) || name === 'divisibleby' || name === 'sameas';
  return (value, argument, context) => {
    if (needsArgument && argument === undefined)
      throw new JinjaError('TypeError', `test ${name} is missing its argument`);
    return test(value, argument ?? null, context);
  };
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
