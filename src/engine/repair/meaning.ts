import { applyEdits, composeEdits } from '../core/applyEdits.ts';
import { EngineError } from '../core/errors.ts';
import { partitionPoint } from '../core/partitionPoint.ts';
import { fromPlain } from '../core/pyValue.ts';
import type { ValidatedText } from '../core/refusedValue.ts';
import type { Span } from '../core/span.ts';
import { noViolations, type Violation, type Violations } from '../core/violation.ts';
import { jsonValueSpan } from '../json/jsonSpans.ts';
import { type ViolationsOf, violationsOfSchema } from '../validation/index.ts';
import type { Candidate, RepairEdit } from './edits.ts';
import { type MendEdit, trusts } from './mending/mend.ts';
import { type Attempt, firstAttempt } from './mending/mendingAttempt.ts';
import { strictValue } from './readings.ts';

/** How often the next way is tried where a value still breaks the schema. */
const mostRounds = 6;
/** Other ways that are tried once one is found. */
const mostOthers = 4;
/** So many mends may follow one another in one place, and so many of those that lead to other violations are followed. */
const deepest = 3;
const mostHalfway = 2;

/** Where the value of a reading breaks the schema, and the ways to read it that keep it. */
export interface Meaning extends Violations {
  readonly candidates: readonly Candidate[];
}

/**
 * Where the value of a reading (strict JSON by its edits) breaks a schema, with places in the original text; and the
 * readings that go on from there to a value that keeps it, the likeliest first. All violations are mended, or none. Linear in the text.
 */
export function meaningOf(text: string, reading: Candidate, schema: unknown, limit: number): Meaning {
  const whole = reading.span ?? { start: 0, end: text.length };
  const json = reading.edits.length > 0 || reading.span ? applyEdits(text, reading.edits, whole) : text;
  const violationsIn = violationsOfSchema(schema);
  const found = violationsOf(json, reading.value, violationsIn);
  if (found.violations.length === 0) return { ...found, candidates: [] };
  // Of a text that is cut off nobody knows how it went on: what breaks the schema may be that.
  const isOpen = found.more === 0 && !reading.lossy && limit > 0;
  const mended = isOpen ? mendings(json, found.violations, violationsIn) : [];
  const edits = reading.edits.map(edit => ({ ...edit, start: edit.start - whole.start, end: edit.end - whole.start }));
  const original = text.slice(whole.start, whole.end);
  const candidates = mended.slice(0, limit).map(each => {
    const composed = composeEdits<RepairEdit>(original, edits, each.edits);
    return candidateOf(
      reading,
      each,
      composed.map(edit => movedBy(edit, whole.start)),
    );
  });
  const back = offsetsBack(edits, whole.start);
  return { violations: found.violations.map(each => placedAt(each, back)), more: found.more, candidates };
}

function candidateOf(
  reading: Candidate,
  { trust, lost, edits: own, value }: Mended,
  edits: readonly RepairEdit[],
): Candidate {
  return {
    value,
    confidence: reading.confidence * trust,
    edits,
    lossy: reading.lossy,
    ...(lost.length > 0 && { lost }),
    ...(reading.span && { span: reading.span }),
    causes: [...new Set([...reading.causes, ...own.map(({ cause }) => cause)])],
  };
}

/** A way to mend all violations, and the value that it leads to. */
interface Mended {
  readonly edits: readonly MendEdit[];
  readonly trust: number;
  readonly lost: readonly string[];
  readonly value: unknown;
}

/** The ways to mend all violations of a text that is strict JSON, the likeliest first. `depth`: mends of which this one follows. */
function mendings(
  json: string,
  violations: readonly Violation[],
  violationsIn: ViolationsOf,
  depth = 0,
): readonly Mended[] {
  const span = jsonValueSpan(json, 0, json.length);
  const found: Mended[] = [];
  let mended: Attempt | undefined;
  /** What the first attempts lead to, where that has other violations. */
  const halfway: { readonly attempt: Attempt; readonly edited: string; readonly left: readonly Violation[] }[] = [];
  const tried = (attempt: Attempt | undefined) => {
    let next = attempt;
    for (let round = 0; next && round < mostRounds; round++) {
      const edited = applyEdits(json, next.edits);
      const strict = strictValue(edited);
      if (!strict) return;
      const { violations: left, more } = violationsOf(edited, strict.value, violationsIn);
      if (left.length === 0) {
        found.push({ edits: next.edits, trust: next.trust, lost: next.lost, value: strict.value });
        mended ??= next;
        return;
      }
      if (more === 0) halfway.push({ attempt: next, edited, left });
      next = next.after(left);
    }
  };
  tried(firstAttempt(json, span, violations));
  for (const other of mended?.others().slice(0, mostOthers) ?? []) tried(other);
  // One mend may show what is wrong below it: an item that came into its list, the members of one that was renamed.
  if (found.length === 0 && depth < deepest)
    for (const { attempt, edited, left } of halfway.slice(0, mostHalfway)) {
      const [rest] = mendings(edited, left, violationsIn, depth + 1);
      if (!rest) continue;
      const edits = joined(composeEdits<MendEdit>(json, attempt.edits, rest.edits));
      const trust = attempt.trust * rest.trust * trusts.followed;
      found.push({ ...rest, edits, trust, lost: [...attempt.lost, ...rest.lost] });
    }
  return found.sort((one, other) => other.trust - one.trust);
}

/** The edits with those of one cause made one where they touch. */
function joined(edits: readonly MendEdit[]): readonly MendEdit[] {
  const all: MendEdit[] = [];
  for (const edit of edits) {
    const last = all.at(-1);
    if (last && last.end === edit.start && last.cause === edit.cause)
      all[all.length - 1] = { ...last, end: edit.end, text: last.text + edit.text };
    else all.push(edit);
  }
  return all;
}

function violationsOf(json: string, value: unknown, violationsIn: ViolationsOf): Violations {
  const place: ValidatedText = { text: json, span: jsonValueSpan(json, 0, json.length), isJson: true };
  try {
    return violationsIn(fromPlain(value), place);
  } catch (error) {
    // Deeper than JSON may be.
    if (error instanceof EngineError) return noViolations;
    throw error;
  }
}

function movedBy<E extends Span>(edit: E, by: number): E {
  return { ...edit, start: edit.start + by, end: edit.end + by };
}

function placedAt(violation: Violation, back: (span: Span) => Span): Violation {
  const { wants } = violation;
  return Object.defineProperty({ ...violation, span: back(violation.span) }, 'wants', { value: wants });
}

/** Where spans of an edited text stand in the original text. */
function offsetsBack(edits: readonly RepairEdit[], base: number): (span: Span) => Span {
  let grown = 0;
  const made = edits.map(({ start, end, text }) => {
    const from = start + grown;
    grown += text.length - (end - start);
    return { from, to: from + text.length, start, end, grown };
  });
  /** What an offset is without the edits that end before it. */
  const without = (offset: number, passed: number) => base + offset - (made[passed - 1]?.grown ?? 0);
  return ({ start, end }) => {
    const before = partitionPoint(made, ({ to }) => to <= start);
    const at = made[before];
    const first = at && at.from <= start ? base + at.start : without(start, before);
    const behind = partitionPoint(made, ({ to }) => to < end);
    const last = made[behind];
    const until = last && last.from < end ? base + last.end : without(end, behind);
    return { start: first, end: Math.max(until, first) };
  };
}
