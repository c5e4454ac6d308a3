import type { PyValue } from '../../core/pyValue.ts';
import { jsonLoads } from '../../python/index.ts';
import { LenientFault } from './lenientFault.ts';

/** A JSON value at the beginning of a text, and where what follows it begins. */
export interface LeadingValue {
  readonly value: PyValue;
  readonly end: number;
}

/** `JSONDecoder().raw_decode(text)`: `undefined` where no JSON value begins the text. Raises `LenientFault` for one nested too deeply. Linear. */
export function leadingValue(text: string): LeadingValue | undefined {
  const whole = jsonLoads(text);
  if (whole.ok) return { value: whole.value, end: text.length };
  const { error } = whole;
  if (error.kind !== 'JSONDecodeError') throw new LenientFault(error.message);
  // What stands before the fault is a value where the fault is only that the text goes on.
  const end = error.offset;
  const begun = jsonLoads(text.slice(0, end));
  return begun.ok ? { value: begun.value, end } : undefined;
}
