import type { Span } from '../core/span.ts';
import type { Candidate } from '../repair/candidate.ts';
import { diagnose } from '../repair/diagnose.ts';
import { proseEdits } from './proseEdits.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';

/** How likely an object in a list of its own is what was meant. */
const unwrapTrust = 0.93;
/** A way to read the JSON of a part. */
type JsonReading = Pick<Candidate, 'confidence' | 'edits' | 'lossy' | 'span'>;

/** Ways to read one part that are tried. */
const maxReadings = 3;

/**
 * A repair of the markup, with the JSON in its parts made strict: as many ways as the part that can be read in several
 * ways has, the likeliest first; the markup's alone where no part holds JSON that is broken. `hint`: JSON of the
 * expected shape.
 */
export function withJsonEdits(text: string, markup: Repairing, hint: string | undefined): readonly Repairing[] {
  let ways: readonly Repairing[] = [markup];
  for (const part of markup.parts) {
    const source = text.slice(part.start, part.end);
    if (!/[[{]/.test(source.slice(0, 2000))) continue;
    const { candidates } = diagnose(source, { limit: maxReadings, ...(hint !== undefined && { hint }) });
    const unwrapped = hint?.startsWith('{') ? itemOf(source, candidates[0]) : undefined;
    const broken: readonly JsonReading[] =
      unwrapped ?? candidates.filter(({ edits, span }) => edits.length > 0 || span);
    if (broken.length === 0) continue;
    ways = ways.slice(0, ways.length > 1 ? 1 : maxReadings).flatMap(way =>
      broken.map(({ edits, confidence, lossy, span }) => ({
        ...way,
        edits: withPart(way.edits, part, [...edits, ...proseEdits(source, span)]),
        confidence: way.confidence * confidence,
        lossy: way.lossy || lossy,
      })),
    );
  }
  return ways;
}

/** An object that stands alone in a list, where an object is wanted: without the list. */
function itemOf(source: string, strict: Candidate | undefined): readonly JsonReading[] | undefined {
  const list = strict?.edits.length === 0 && !strict.span && Array.isArray(strict.value) ? strict.value : [];
  const [item] = list;
  if (list.length !== 1 || typeof item !== 'object' || item === null || Array.isArray(item)) return undefined;
  const edits = [source.indexOf('['), source.lastIndexOf(']')].map(start => ({
    start,
    end: start + 1,
    text: '',
    cause: 'extra-brace' as const,
  }));
  return [{ confidence: unwrapTrust, edits, lossy: false }];
}

/** The edits of the markup with those of a part: what the markup puts in behind the part stands behind what the part ends with. */
function withPart(
  markup: readonly ResponseEdit[],
  part: Span,
  edits: readonly ResponseEdit[],
): readonly ResponseEdit[] {
  const after = markup.findIndex(({ start }) => start >= part.end);
  const own = edits.map(edit => shifted(edit, part)).sort((one, other) => one.start - other.start);
  return markup.toSpliced(after < 0 ? markup.length : after, 0, ...own);
}

function shifted(edit: ResponseEdit, { start }: Span): ResponseEdit {
  return { ...edit, start: edit.start + start, end: edit.end + start };
}
