import {
  type Definition,
  type FormatResult,
  fromPlain,
  type ParseResult,
  type ParserCandidate,
  type PyValue,
  type ResponseCandidate,
  type ResponseDiagnosis,
  type Split,
  split,
  toJsonValue,
  type Violation,
} from '../engine/index.ts';
import type { CheckedProblem } from './checkedFile.ts';
import { positionAt } from './position.ts';

/** An object whose absent members are left out. */
export function jsonObject(members: Readonly<Record<string, PyValue | undefined>>): PyValue {
  return new Map(Object.entries(members).filter((entry): entry is [string, PyValue] => entry[1] !== undefined));
}

/**
 * A result as `parse --json` prints it. A filter that raises leaves its part out and stands in `errors`. `response` is the
 * text that was parsed, for line and column of an error.
 */
export function resultJson(definition: Definition, result: ParseResult, response: string): PyValue {
  if (!result.ok) {
    const { class: className, message, code, span, feedback, feedbacks, violations, moreViolations } = result.error;
    const place = span && positionAt(response, span.start);
    const error = {
      class: className,
      message,
      code,
      line: place?.line,
      column: place?.column,
      feedback,
      feedbacks: feedbacks && fromPlain(feedbacks),
      violations: violationsJson(violations, response),
      moreViolations,
    };
    return jsonObject({ ok: false, error: jsonObject(error) });
  }
  const splits = split(definition, result);
  const errors = splits && Object.entries(splits).filter(([, part]) => 'error' in part);
  return jsonObject({
    ok: true,
    value: toJsonValue(result.exact),
    content: partJson(splits?.content),
    memory: partJson(splits?.memory),
    metadata: partJson(splits?.metadata),
    errors: errors?.length
      ? new Map(errors.map(([name, part]) => [name, fromPlain((part as SplitError).error)]))
      : undefined,
    extra: result.extra && toJsonValue(fromPlain(result.extra)),
    repairs: fromPlain(result.repairs),
    warnings: fromPlain(result.warnings),
    suspicions: result.suspicions?.map(({ code, message, span, violations }) =>
      jsonObject({
        code,
        message,
        span: span && fromPlain({ start: span.start, end: span.end }),
        violations: violationsJson(violations, response),
      }),
    ),
  });
}

type SplitError = Extract<Split, { error: unknown }>;

function partJson(part: Split | undefined): PyValue | undefined {
  return part && 'exact' in part ? toJsonValue(part.exact) : undefined;
}

/** Violations as `parse --json` and `diagnose --json` print them; `text` is the response, for line and column. Of calls the span indexes the arguments. */
function violationsJson(violations: readonly Violation[] | undefined, text: string): PyValue | undefined {
  return violations?.map(({ path, cause, span, wanted, got, message, call }) => {
    const place = call === undefined ? positionAt(text, span.start) : { call };
    return fromPlain({ path, cause, span: { start: span.start, end: span.end }, ...place, wanted, got, message });
  });
}

/** A row of what reads a response. */
export type CandidateRow = ReturnType<typeof candidateRow>;

/** A candidate as `find --json` prints it; `file` is its definition's, absent for a type. */
export function candidateRow(
  { definition, parts, score, verdicts, why, isDraft }: ParserCandidate,
  file: string | undefined,
) {
  return {
    name: isDraft ? definition.type : definition.name,
    type: definition.type,
    ...(file !== undefined && { file }),
    read: parts.read,
    of: verdicts.length,
    score: Math.round(1000 * score) / 1000,
    parts,
    why,
  };
}

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
