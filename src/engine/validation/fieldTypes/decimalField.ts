import { PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { floatRepr } from '../../python/index.ts';
import {
  compareDecimals,
  type DecimalNumber,
  decimalDigits,
  decimalText,
  isDecimalMultiple,
  parseDecimal,
} from '../decimalNumber.ts';
import { isPyInt, pyFloatValue } from '../pyNumber.ts';
import { counted } from '../text.ts';
import { type Failed, fail, floorExactness, type Location, lax, type Run, type Validator } from '../validator.ts';
import { type Bounds, checkBounds, type Ordering } from './bounds.ts';

/** The constraints of a Decimal. */
export interface DecimalRules {
  readonly bounds: Bounds<DecimalNumber>;
  readonly maxDigits?: number;
  readonly decimalPlaces?: number;
}

const ordering: Ordering<DecimalNumber> = {
  compare: compareDecimals,
  isMultiple: isDecimalMultiple,
  print: decimalText,
};

/** A Decimal: from a string, an int, or a float by its repr. */
export function decimalField(rules: DecimalRules): Validator {
  return {
    name: 'decimal',
    validate(input, place, run) {
      floorExactness(run, lax);
      const text = textOf(input);
      if (text === undefined) {
        const msg = 'Decimal input should be an integer, float, string or Decimal object';
        return fail(run, place, input, 'decimal_type', msg);
      }
      const decimal = parseDecimal(text);
      if (decimal === undefined) return fail(run, place, input, 'decimal_parsing', 'Input should be a valid decimal');
      if (decimal === 'special') return fail(run, place, input, 'finite_number', 'Input should be a finite number');
      const wrong =
        checkDigits(decimal, rules, input, place, run) ??
        checkBounds(decimal, rules.bounds, ordering, input, place, run);
      const shown = decimalText(decimal);
      return wrong ?? new PyOpaque('Decimal', `Decimal('${shown}')`, shown);
    },
  };
}

function textOf(input: PyValue): string | undefined {
  if (typeof input === 'string') return input;
  if (isPyInt(input)) return String(input);
  const float = pyFloatValue(input);
  return float === undefined ? undefined : floatRepr(float);
}

function checkDigits(
  decimal: DecimalNumber,
  { maxDigits, decimalPlaces }: DecimalRules,
  input: PyValue,
  place: Location | undefined,
  run: Run,
): Failed | undefined {
  // Zeros at the end never break a rule: both ways of counting must.
  const counts = [decimalDigits(decimal, false), decimalDigits(decimal, true)];
  const refuse = (type: string, words: string): Failed =>
    fail(run, place, input, type, `Decimal input should have no more than ${words}`);
  if (maxDigits !== undefined && counts.every(({ digits }) => digits > maxDigits))
    return refuse('decimal_max_digits', `${counted(maxDigits, 'digit')} in total`);
  if (decimalPlaces === undefined) return undefined;
  if (counts.every(({ places }) => places > decimalPlaces))
    return refuse('decimal_max_places', counted(decimalPlaces, 'decimal place'));
  const whole = Math.max(0, (maxDigits ?? Infinity) - decimalPlaces);
  if (counts.every(({ digits, places }) => digits - places > whole))
    return refuse('decimal_whole_digits', `${counted(whole, 'digit')} before the decimal point`);
  return undefined;
}
