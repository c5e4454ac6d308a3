import type { PyValue } from '../../core/pyValue.ts';
import { type Failed, fail, failed, type Location, newRun, type Run, type Validator } from '../validator.ts';

/** The constraints of a number, as in the schema. `N` is what the values are compared as. */
export interface Bounds<N> {
  readonly multipleOf?: N;
  readonly le?: N;
  readonly lt?: N;
  readonly ge?: N;
  readonly gt?: N;
}

/** How a kind of number is checked against bounds. `compare` gives `undefined` where nothing is in order (NaN). */
export interface Ordering<N> {
  compare(a: N, b: N): number | undefined;
  isMultiple(value: N, of: N): boolean;
  print(bound: N): string;
}

/** Checks the bounds in Pydantic's order and reports the first that is broken; `undefined` when all hold. */
export function checkBounds<N>(
  value: N,
  bounds: Bounds<N>,
  { compare, isMultiple, print }: Ordering<N>,
  input: PyValue,
  place: Location | undefined,
  run: Run,
): Failed | undefined {
  const { multipleOf, le, lt, ge, gt } = bounds;
  const refuse = (type: string, words: string, bound: N): Failed =>
    fail(run, place, input, type, `Input should be ${words} ${print(bound)}`);
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    return refuse('multiple_of', 'a multiple of', multipleOf);
  const holds = (bound: N, test: (order: number) => boolean) => {
    const order = compare(value, bound);
    return order !== undefined && test(order);
  };
  if (le !== undefined && !holds(le, order => order <= 0))
    return refuse('less_than_equal', 'less than or equal to', le);
  if (lt !== undefined && !holds(lt, order => order < 0)) return refuse('less_than', 'less than', lt);
  if (ge !== undefined && !holds(ge, order => order >= 0))
    return refuse('greater_than_equal', 'greater than or equal to', ge);
  if (gt !== undefined && !holds(gt, order => order > 0)) return refuse('greater_than', 'greater than', gt);
  return undefined;
}

/** A validator of numbers with the bounds that are given; without any it stays as it is. `toNumber` makes what a valid value is compared as. */
export function withBounds<N>(
  number: Required<Validator>,
  bounds: Bounds<N>,
  ordering: Ordering<N>,
  toNumber: (value: PyValue) => N,
): Validator {
  if (Object.values(bounds).every(bound => bound === undefined)) return number;
  const validate = (input: PyValue, place: Location | undefined, run: Run): PyValue | Failed => {
    const value = number.validate(input, place, run);
    if (value === failed) return failed;
    return checkBounds(toNumber(value), bounds, ordering, input, place, run) ?? value;
  };
  return {
    name: `constrained-${number.name}`,
    validate,
    keeps: value => number.keeps(value) && validate(value as PyValue, undefined, newRun()) !== failed,
  };
}
