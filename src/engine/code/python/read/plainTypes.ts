import type { PyValue } from '../../../core/pyValue.ts';
import { decimalPattern, textTypes } from '../simpleTypes.ts';
import type { TypeSchema } from './typeSchema.ts';

/** A schema of a type with more keys. */
export function typed(type: string, ...keys: (readonly [string, PyValue])[]): TypeSchema {
  return { schema: new Map<string, PyValue>([['type', type], ...keys]), isTitled: true };
}

/** The last part of a dotted path. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

const numbers: Readonly<Record<string, readonly [type: string, key?: string]>> = {
  int: ['integer'],
  StrictInt: ['integer'],
  PositiveInt: ['integer', 'exclusiveMinimum'],
  NegativeInt: ['integer', 'exclusiveMaximum'],
  NonNegativeInt: ['integer', 'minimum'],
  NonPositiveInt: ['integer', 'maximum'],
  float: ['number'],
  StrictFloat: ['number'],
  FiniteFloat: ['number'],
  PositiveFloat: ['number', 'exclusiveMinimum'],
  NegativeFloat: ['number', 'exclusiveMaximum'],
  NonNegativeFloat: ['number', 'minimum'],
  NonPositiveFloat: ['number', 'maximum'],
  bool: ['boolean'],
  StrictBool: ['boolean'],
  str: ['string'],
  StrictStr: ['string'],
  NoneType: ['null'],
};

/** A type by its name alone, of Python, its `typing`, or Pydantic; `undefined`: it is not known. */
export function plainType(name: string): TypeSchema | undefined {
  const number = Object.hasOwn(numbers, name) ? numbers[name] : undefined;
  if (number) return typed(number[0], ...(number[1] === undefined ? [] : [[number[1], 0] as const]));
  const text = textTypes.find(type => type.name === name);
  if (text) return typed('string', ...text.keys, ...(name === 'SecretBytes' ? [['writeOnly', true] as const] : []));
  switch (name) {
    case 'StrictBytes':
      return typed('string', ['format', 'binary']);
    case 'Any':
    case 'object':
      return { schema: new Map(), isTitled: true };
    case 'Decimal':
      return {
        schema: new Map([
          [
            'anyOf',
            [typed('number').schema, typed('string', ['pattern', decimalPattern(undefined, undefined)]).schema],
          ],
        ]),
        isTitled: true,
      };
    case 'List':
    case 'list':
    case 'Tuple':
    case 'tuple':
    case 'Sequence':
    case 'Iterable':
      return typed('array', ['items', new Map()]);
    case 'Set':
    case 'set':
    case 'FrozenSet':
    case 'frozenset':
      return typed('array', ['items', new Map()], ['uniqueItems', true]);
    case 'Dict':
    case 'dict':
    case 'Mapping':
      return typed('object', ['additionalProperties', true]);
    default:
      return undefined;
  }
}
