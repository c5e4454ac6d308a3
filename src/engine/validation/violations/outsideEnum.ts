import type { ValidatedText } from '../../core/refusedValue.ts';
import type { Violations } from '../../core/violation.ts';
import { enumCause, wantedWords } from './breach.ts';
import { placeViolations } from './placeViolations.ts';

/** The violation of an answer that is a bare text and none of the allowed ones; `message` is the framework's. */
export function outsideEnum(
  value: string,
  values: readonly string[],
  message: string,
): (place: ValidatedText) => Violations {
  const wants = { types: [], values };
  const cause = enumCause(value, wants);
  return place =>
    placeViolations([{ path: [], cause, input: value, wanted: wantedWords(wants), message, wants }], place);
}
