import assert from 'node:assert/strict';
import { toPlain } from '../../../../src/engine/core/pyValue.ts';
import type { PydanticModel, ValidationOutcome } from '../../../../src/engine/validation/pydanticModel.ts';

/** What a model says that it keeps must be valid, and must be the same plain data afterwards. Returns whether it says so. */
export function assertKept(model: PydanticModel, json: string, outcome: ValidationOutcome): boolean {
  let plain: object;
  try {
    plain = JSON.parse(json);
  } catch {
    return false;
  }
  const isOther = (value: unknown) =>
    typeof value === 'number' &&
    (Object.is(value, -0) || ((Number.isInteger(value) || !Number.isFinite(value)) && !Number.isSafeInteger(value)));
  let hasOthers = false;
  JSON.stringify(plain, (_, value) => {
    hasOthers ||= isOther(value);
    return value;
  });
  if (hasOthers || !model.keeps(plain)) return false;
  assert.ok(outcome.ok, `${json} is not valid`);
  assert.equal(JSON.stringify(toPlain(outcome.value)), JSON.stringify(plain));
  return true;
}
