// diagnosis/: why a definition does not read a response: the smallest edits under which it does.

import { applyEdits } from '../core/applyEdits.ts';
import type { ParseResult } from '../core/result.ts';
import { callEdits, editedCalls, messageCallEdits } from './callEdits.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import { fenceEdits } from './fenceEdits.ts';
import { withJsonEdits } from './jsonEdits.ts';
import { withoutReasoning } from './reasoningEdits.ts';
import type { Repairing, ResponseCandidate } from './responseCandidate.ts';
import { tagEdits } from './tagEdits.ts';
import { tagSpellings } from './tagSpellings.ts';
import { xmlEdits } from './xmlEdits.ts';

/** What {@link diagnoseResponse} found: the ways to read the response, the likeliest first; none where there is no such way. */
export interface ResponseDiagnosis {
  readonly candidates: readonly ResponseCandidate[];
}

/** What is known of the definition whose answer a response should be. */
export interface DiagnosedFormat {
  /** What stands around the parts of an answer; asked for only where a response does not read. */
  markup(): Promise<ExpectedMarkup>;
  /** What the definition makes of a text, and of these calls in place of the message's own. Never rejects. */
  parse(text: string, calls?: readonly unknown[]): Promise<ParseResult>;
  /** The calls of a message that came as an object. */
  readonly calls?: readonly unknown[];
}

const defaultLimit = 3;
/** Edited texts that are read; each costs what reading the response costs. */
const maxTries = 12;

/**
 * The smallest edits of a response under which a definition reads it, each proved by reading the edited text, with causes
 * and a confidence. A response that is read as it is has one candidate without edits. Never rejects. Linear in the
 * response, times a bounded number of readings.
 */
export async function diagnoseResponse(
  response: string,
  { markup, parse, calls = [] }: DiagnosedFormat,
  { limit = defaultLimit }: { readonly limit?: number } = {},
): Promise<ResponseDiagnosis> {
  const wanted = Math.max(limit, 0);
  const asIs = await parse(response);
  if (asIs.ok && !isEmpty(asIs))
    return {
      candidates: [{ value: asIs.value, confidence: 1, edits: [], lossy: false, causes: [] }].slice(0, wanted),
    };
  const expected = await markup();
  const candidates: ResponseCandidate[] = [];
  for (const { edits, confidence, lossy } of messageCallEdits(calls)) {
    const result = await parse(response, editedCalls(calls, edits));
    if (!result.ok || isEmpty(result)) continue;
    candidates.push({ value: result.value, confidence, edits, lossy, causes: causesOf(edits) });
  }
  const seen = new Set<string>();
  for (const { edits, confidence, lossy } of withoutReasoning(response, text => waysOf(text, expected)).slice(
    0,
    maxTries,
  )) {
    if (edits.length === 0) continue;
    const text = applied(response, edits);
    if (text === undefined || seen.has(text)) continue;
    seen.add(text);
    const result = await parse(text);
    if (!result.ok || isEmpty(result)) continue;
    candidates.push({ value: result.value, confidence, edits, lossy, causes: causesOf(edits) });
  }
  candidates.sort((one, other) => other.confidence - one.confidence);
  return { candidates: candidates.slice(0, wanted) };
}

function causesOf(edits: Repairing['edits']): ResponseCandidate['causes'] {
  return [...new Set(edits.map(({ cause }) => cause))];
}

function waysOf(text: string, { example, tags, fence, isXml, json }: ExpectedMarkup): readonly Repairing[] {
  const plain: Repairing = { edits: [], confidence: 1, lossy: false, parts: [{ start: 0, end: text.length }] };
  const markups = [
    ...(tags.length > 0 ? [tagEdits(text, tags)] : []),
    ...(fence !== undefined ? fenceEdits(text, fence, json !== undefined) : []),
    ...(tags.length === 0 && fence === undefined ? [plain] : []),
  ];
  // A fault in the markup alone is likelier than one in both, so that is tried first.
  const ways = markups.flatMap(markup => {
    const all = withJsonEdits(text, markup, json);
    return all.some(way => way === markup) ? all : [markup, ...all];
  });
  const others = [
    text.startsWith('\ufeff') ? withoutMark : undefined,
    tagSpellings(text, example),
    isXml ? xmlEdits(text) : undefined,
  ];
  return [...callEdits(text), ...others.filter(way => way !== undefined), ...ways];
}

/** A byte order mark goes: it tells how bytes were decoded, and is not part of the text. */
const withoutMark: Repairing = {
  edits: [{ start: 0, end: 1, text: '', cause: 'odd-space' }],
  confidence: 0.99,
  lossy: false,
  parts: [],
};

/** The text after the edits, which are in its order; `undefined` where two of them touch the same stretch. */
function applied(text: string, edits: Repairing['edits']): string | undefined {
  const overlaps = edits.some(({ start }, i) => i > 0 && start < edits[i - 1]!.end);
  return overlaps ? undefined : applyEdits(text, edits);
}

/** Frameworks that answer with what they recognised say so where they recognised nothing. */
function isEmpty(result: ParseResult & { readonly ok: true }): boolean {
  return result.toolError === true || (Array.isArray(result.value) && result.value.length === 0);
}
