import { type FormatResult, fromPlain, type PyValue, toJsonValue } from '../engine/index.ts';
import { jsonObject } from './resultJson.ts';

/** A result as `format --json` prints it. */
export function formatJson(result: FormatResult): PyValue {
  const { agentscopeVersion } = result;
  if (!result.ok) return jsonObject({ error: fromPlain(result.error), agentscopeVersion });
  const { exactPayload, tokens, exact, basis, perMessage, instruction, warnings } = result;
  return jsonObject({
    payload: toJsonValue(exactPayload),
    tokens,
    exact,
    basis,
    perMessage: fromPlain(perMessage),
    instruction: instruction && fromPlain(instruction),
    warnings: fromPlain(warnings),
    agentscopeVersion,
  });
}
