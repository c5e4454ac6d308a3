import type { PyValue } from '../../core/pyValue.ts';
import { pyRepr } from '../../python/index.ts';
import { orList } from '../text.ts';
import { failValues, type Validator } from '../validator.ts';
import { failIntSize } from './intField.ts';
import { literalLookup } from './literalLookup.ts';
import { failUnicode, isBroken } from './unicode.ts';

/** `Literal[…]`: the result is the declared value, not the input. */
export function literalField(expected: readonly PyValue[]): Validator {
  const lookup = literalLookup(expected);
  const reprs = expected.map(pyRepr);
  const msg = `Input should be ${orList(reprs)}`;
  const fault = { type: 'literal_error', msg, values: expected };
  const hasStrings = expected.some(value => typeof value === 'string');
  return {
    name: `literal[${reprs.join(',')}]`,
    validate(input, place, run) {
      if (hasStrings && isBroken(input)) return failUnicode(input, place, run);
      const index = lookup.find(input);
      if (index === 'too large') return failIntSize(input, place, run);
      return index === undefined ? failValues(run, place, input, fault) : expected[index]!;
    },
    // Numbers and booleans may equal each other.
    keeps: value => typeof value === 'string' && lookup.findExact(value) !== undefined && !isBroken(value),
  };
}
