import { isPyDict, isPyList, type PyValue } from '../../core/pyValue.ts';
import type { RefusedValue } from '../../core/refusedValue.ts';
import type { ViolationCause } from '../../core/violation.ts';
import { BudgetSpent, failed, type LineError, type Location, newRun, type Validator } from '../validator.ts';
import { type Breach, enumCause, placeViolations, shortMessage, wantedWords } from './breach.ts';
import { nearestVariant } from './nearestVariant.ts';
import { settled } from './schemaViolations.ts';

/** What tells where a value is not what a validator of Pydantic's wants, given the errors that it found. */
export function violationsOfModel(
  validator: Validator,
): (value: PyValue, errors: readonly LineError[]) => RefusedValue {
  const breachesOf = (value: PyValue): readonly Breach[] => {
    const run = newRun(value);
    try {
      return validator.validate(value, undefined, run) === failed ? pydanticBreaches(run.errors, value) : [];
    } catch (error) {
      if (error instanceof BudgetSpent || error instanceof RangeError) return [];
      throw error;
    }
  };
  return (value, errors) => ({
    value,
    violations: place => placeViolations(settled(value, pydanticBreaches(errors, value), breachesOf), place),
  });
}

/** The errors of one place of the input, and of what is below it; `variants` by the names of a union's members. */
interface Place {
  readonly errors: LineError[];
  readonly below: Map<string | number, Place>;
  readonly variants: Map<string | number, Place>;
}

/** How Pydantic's types of errors begin, and what JSON Schema calls the type that is wanted. */
const types: readonly (readonly [RegExp, string])[] = [
  [/^int_/, 'integer'],
  [/^(?:float|decimal|finite)_/, 'number'],
  [/^bool_/, 'boolean'],
  [/^(?:list|tuple|set|frozen_set)_/, 'array'],
  [/^(?:dict|model|mapping)_/, 'object'],
  [/^(?:string|bytes|date|datetime|time|time_delta|url|uuid)_/, 'string'],
  [/^none_/, 'null'],
];

/** The causes of other errors. */
const causes: readonly (readonly [RegExp, ViolationCause])[] = [
  [/^extra_forbidden$/, 'unknown-key'],
  [/^(?:greater|less)_than|^multiple_of$|^finite_number$|^decimal_(?!type|parsing)|_size$/, 'out-of-range'],
  [/^string_pattern_mismatch$|^string_unicode$/, 'pattern'],
  [/_too_(?:short|long)$|^too_(?:short|long)$/, 'length'],
  [/^union_tag_/, 'wrong-variant'],
];

/**
 * What the errors of Pydantic's `ValidationError` say of a value, member by member: of a union what its nearest member says.
 * Strict as Pydantic is: what it coerces is none. Linear in the errors and their places.
 */
function pydanticBreaches(errors: readonly LineError[], value: PyValue): readonly Breach[] {
  const root: Place = newPlace();
  for (const error of errors) placeOf(root, error.place).errors.push(error);
  return breachesAt(root, [], value);
}

function newPlace(): Place {
  return { errors: [], below: new Map(), variants: new Map() };
}

function placeOf(root: Place, location: Location | undefined): Place {
  const steps: Location[] = [];
  for (let at = location; at; at = at.outer) steps.push(at);
  let place = root;
  for (const { key, label } of steps.reverse()) {
    const inner = label ? place.variants : place.below;
    let next = inner.get(key);
    if (!next) {
      next = newPlace();
      inner.set(key, next);
    }
    place = next;
  }
  return place;
}

function breachesAt(place: Place, path: readonly (string | number)[], value: PyValue | undefined): readonly Breach[] {
  const found = place.errors.map(error => breachOf(error, path));
  for (const [key, below] of place.below) found.push(...breachesAt(below, [...path, key], memberOf(value, key)));
  const variants = [...place.variants].map(([name, each]) => ({
    name: String(name),
    breaches: breachesAt(each, path, value),
  }));
  if (variants.length < 2) return [...found, ...variants.flatMap(({ breaches }) => breaches)];
  const names = variants.map(({ name }) => name).join(', ');
  const message = `Input should be valid for one of ${names}`;
  return [...found, ...nearestVariant(variants, { path, input: value ?? null, message })];
}

function memberOf(value: PyValue | undefined, key: string | number): PyValue | undefined {
  if (value === undefined) return undefined;
  if (isPyDict(value)) return value.get(String(key));
  return isPyList(value) && typeof key === 'number' ? value[key] : undefined;
}

function breachOf({ type, msg, input, values }: LineError, path: readonly (string | number)[]): Breach {
  const said = { path, input, message: shortMessage(msg) };
  if (type === 'missing') return { ...said, cause: 'missing-key', wanted: 'a value', wants: { types: [] } };
  if (values) {
    const wants = { types: [], values };
    return { ...said, cause: enumCause(input, wants), wanted: wantedWords(wants), wants };
  }
  const cause = causes.find(([pattern]) => pattern.test(type))?.[1];
  if (cause) return { ...said, cause, wanted: wordsOf(msg), wants: { types: [] } };
  const expected = types.find(([pattern]) => pattern.test(type))?.[1];
  if (expected === undefined) return { ...said, cause: 'broken-rule', wanted: wordsOf(msg), wants: { types: [] } };
  const wants = { types: [expected] };
  // Text of another form than the one that a date or an address has.
  if (expected === 'string' && typeof input === 'string')
    return { ...said, cause: 'pattern', wanted: wordsOf(msg), wants };
  const isNull = input === null;
  return { ...said, cause: isNull ? 'null-value' : 'wrong-type', wanted: expected, wants, isWhole: true };
}

/** What a message asks for, without the words that all messages begin with. */
function wordsOf(msg: string): string {
  return shortMessage(msg.replace(/^(?:Input|Value|String|List|Dictionary) should (?:be |have |match )?/, ''));
}
