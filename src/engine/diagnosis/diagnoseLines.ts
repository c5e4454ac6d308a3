import { applyEdits } from '../core/applyEdits.ts';
import { type FeedLines, withLineFeeds } from '../core/lineEnds.ts';
import { trustIn } from './causes.ts';
import type { DiagnosedFormat } from './diagnosedFormat.ts';
import { type DiagnoseResponseOptions, diagnoseResponse, type ResponseDiagnosis } from './diagnoseResponse.ts';
import type { NamedCause, ResponseCandidate, ResponseEdit } from './responseCandidate.ts';
import { isSameText } from './sameText.ts';

/**
 * {@link diagnoseResponse}, whatever ends the lines of the response: the causes and edits are those of the same text with
 * line feeds, and the ends of lines stay as they are wherever the definition reads the edited text alike with them.
 * Never rejects. Linear in the response, times a bounded number of readings.
 */
export async function diagnoseLines(
  response: string,
  format: DiagnosedFormat,
  options: DiagnoseResponseOptions = {},
): Promise<ResponseDiagnosis> {
  const lines = withLineFeeds(response);
  if (!lines) return diagnoseResponse(response, format, options);
  const { result: earlier, ...rest } = options;
  const result = earlier ?? (await format.parse(response));
  if (result.ok) {
    const direct = await diagnoseResponse(response, format, { ...rest, result });
    if (direct.candidates[0]?.edits.length === 0) return direct;
  }
  const found = await diagnoseResponse(lines.text, format, rest);
  const candidates: ResponseCandidate[] = [];
  for (const candidate of found.candidates) candidates.push(await inGivenLines(candidate, response, lines, format));
  const causes = found.causes.map(cause => inGiven(cause, lines));
  const ends = candidates[0] && endsCause(candidates[0]);
  return {
    ...found,
    candidates,
    causes: ends ? [...causes, ends] : causes,
    ...(found.partly && { partly: { ...found.partly, edits: found.partly.edits.map(edit => inGiven(edit, lines)) } }),
  };
}

/** A candidate for the text with line feeds as one for the original text: with the ends of its lines, where it reads alike with them. */
async function inGivenLines(
  candidate: ResponseCandidate,
  response: string,
  lines: FeedLines,
  { parse }: DiagnosedFormat,
): Promise<ResponseCandidate> {
  const edits = candidate.edits.map(edit => inGiven(edit, lines));
  // The arguments of a message's calls are texts of their own.
  if (edits.some(({ call }) => call !== undefined)) return { ...candidate, edits };
  const result = await parse(applyEdits(response, edits));
  if (result.ok && isSameText(result.value, candidate.value)) return { ...candidate, edits, value: result.value };
  const all = withEnds(edits, response, lines);
  return {
    ...candidate,
    edits: all,
    confidence: candidate.confidence * trustIn([{ cause: 'line-ends' }]),
    causes: [...new Set([...candidate.causes, 'line-ends' as const])],
  };
}

/** Edits, and those of the ends of lines between them. */
function withEnds(edits: readonly ResponseEdit[], response: string, lines: FeedLines): readonly ResponseEdit[] {
  const all: ResponseEdit[] = [];
  let done = 0;
  const between = (start: number) => {
    for (const edit of lines.edits(done, start)) all.push({ ...edit, cause: 'line-ends' });
  };
  for (const edit of edits) {
    between(edit.start);
    all.push(edit);
    done = edit.end;
  }
  between(response.length);
  return all;
}

/** Something of the text with line feeds at its place in the original text. */
function inGiven<T extends { readonly start: number; readonly end: number; readonly call?: number }>(
  placed: T,
  lines: FeedLines,
): T {
  if (placed.call !== undefined) return placed;
  return { ...placed, start: lines.original(placed.start), end: lines.original(placed.end) };
}

function endsCause({ edits }: ResponseCandidate): NamedCause | undefined {
  const ends = edits.filter(({ cause }) => cause === 'line-ends');
  const [first] = ends;
  return first && { code: 'line-ends', start: first.start, end: first.end, count: ends.length };
}
