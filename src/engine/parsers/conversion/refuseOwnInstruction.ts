import type { PyDict } from '../../core/pyValue.ts';
import { CannotConvert } from './conversionRule.ts';

/** An instruction in the author's own words speaks of the form that the answer no longer has. Raises {@link CannotConvert}. */
export function refuseOwnInstruction(config: PyDict): void {
  if (config.get('format_instruction'))
    throw new CannotConvert('`format_instruction` describes the present form in your own words.');
}
