import { isPyList, type PyValue } from '../../core/pyValue.ts';
import type { InstructionRequirement } from '../parserFeatures.ts';

/** What an instruction has to say of required keys: each of them. */
export function keyRequirements(required: PyValue | undefined): readonly InstructionRequirement[] {
  const keys = required !== undefined && isPyList(required) ? required : [];
  return keys.flatMap(key =>
    typeof key === 'string' && key !== '' ? [{ text: key, what: `the key \`${key}\``, isName: true, key }] : [],
  );
}
