import { PyOpaque } from '../../core/pyValue.ts';
import { codePointLength } from '../../python/index.ts';
import { fail, type Validator } from '../validator.ts';
import { failTooLong, failTooShort, type LengthRules } from './listField.ts';

const after = 'function-after[SecretStr(), str]';
const inner = `json-or-python[json=${after},python=union[is-instance[SecretStr],${after}]]`;

/** `SecretStr`, which shows stars instead of its text. */
export function secretField({ min, max }: LengthRules): Validator {
  return {
    name: `lax-or-strict[lax=${inner},strict=${inner}]`,
    validate(input, place, run) {
      if (typeof input !== 'string') return fail(run, place, input, 'string_type', 'Input should be a valid string');
      const length = codePointLength(input);
      if (min !== undefined && length < min) return failTooShort('Value', min, length, input, place, run);
      if (max !== undefined && length > max) return failTooLong('Value', max, length, input, place, run);
      const shown = input === '' ? '' : '**********';
      return new PyOpaque('SecretStr', `SecretStr('${shown}')`, shown);
    },
  };
}
