import {
  fromPlain,
  type PyValue,
  type ResponseCandidate,
  type ResponseDiagnosis,
  toJsonValue,
} from '../engine/index.ts';
import { positionAt } from './position.ts';
import { jsonObject, violationsJson } from './resultJson.ts';

/** A diagnosis as `diagnose --json` prints it; `text` is the response, for line and column of each edit. */
export function diagnosisJson(diagnosis: ResponseDiagnosis, text: string): PyValue {
  const {
    candidates,
    causes: [cause],
    hasNoRepair,
    partly,
    violations,
    moreViolations,
  } = diagnosis;
  return jsonObject({
    ok: candidates[0]?.edits.length === 0,
    ...(cause && { cause: cause.code }),
    ...(hasNoRepair && { hasNoRepair }),
    candidates: candidates.map(({ value, confidence, lossy, lost, causes, edits }) =>
      jsonObject({
        value: toJsonValue(fromPlain(value)),
        confidence: fromPlain(Math.round(confidence * 1e4) / 1e4),
        lossy,
        lost: lost && fromPlain(lost),
        causes: [...causes],
        edits: editsJson(edits, text),
      }),
    ),
    violations: violationsJson(violations, text),
    moreViolations,
    ...(partly && {
      partly: jsonObject({
        error: fromPlain({ class: partly.error.class, message: partly.error.message }),
        causes: [...partly.causes],
        edits: editsJson(partly.edits, text),
      }),
    }),
  });
}

function editsJson(edits: ResponseCandidate['edits'], text: string): PyValue[] {
  return edits.map(({ start, end, text: replacement, cause, call }) => {
    if (call !== undefined) return fromPlain({ call, start, end, text: replacement, cause });
    const { line, column } = positionAt(text, start);
    return fromPlain({ start, end, text: replacement, cause, line, column });
  });
}
