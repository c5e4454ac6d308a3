import { type FormatResult, fromPlain, type PyValue, toJsonValue } from '../engine/index.ts';
import type { CheckedProblem } from './checkedFile.ts';
import { jsonObject } from './resultJson.ts';

/** A result as `format --json` prints it. `problems`: those of the conversation; absent where there is none. */
export function formatJson(result: FormatResult, problems?: readonly CheckedProblem[]): PyValue {
  const { agentscopeVersion } = result;
  const written = problems && fromPlain(problems);
  if (!result.ok) return jsonObject({ error: fromPlain(result.error), problems: written, agentscopeVersion });
  const { exactPayload, tokens, exact, formula, basis, perMessage, instruction, warnings } = result;
  return jsonObject({
    payload: toJsonValue(exactPayload),
    tokens,
    exact,
    formula,
    basis,
    perMessage: fromPlain(perMessage),
    instruction: instruction && fromPlain(instruction),
    warnings: fromPlain(warnings),
    problems: written,
    agentscopeVersion,
  });
}
