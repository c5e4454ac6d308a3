import type { Span } from '../core/span.ts';
import { type JsonReading, jsonReadings } from './jsonReadings.ts';
import { proseEdits } from './proseEdits.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';

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
    if (!/[[{}\]｛［]/.test(source.slice(0, 2000))) continue;
    const broken = readingsOf(source, hint);
    if (broken.length === 0) continue;
    // Only the likeliest of a part that is read in several ways goes on to the next.
    ways = ways.slice(0, 1).flatMap(way =>
      broken.flatMap(({ edits, confidence, lossy, span }) => {
        const prose = proseEdits(source, span);
        // A framework that reads over prose needs no edit of it.
        const all = prose.length > 0 && edits.length > 0 ? [[...edits, ...prose], edits] : [[...edits, ...prose]];
        return all.map(own => ({
          ...way,
          edits: withPart(way.edits, part, own),
          confidence: way.confidence * confidence,
          lossy: way.lossy || lossy || isCutOff(way.edits, edits, source),
        }));
      }),
    );
  }
  return ways;
}

/** A member, as it goes on behind an object that ended too early. */
const memberBehind = /^[\s,]{0,1000}"[^"\n]{1,100}"\s{0,100}:/;

function readingsOf(source: string, hint: string | undefined): readonly JsonReading[] {
  const how = { wantsObject: hint?.startsWith('{') === true, limit: maxReadings };
  const found = jsonReadings(source, { ...how, hint });
  // An example lacks what may be missing: it does not say that a member is prose.
  const dropsMember = found[0]?.span && memberBehind.test(source.slice(found[0].span.end));
  return dropsMember ? jsonReadings(source, { ...how, hint: undefined }) : found;
}

/** Where both the end of the JSON and that of its block are missing, hardly only these are. */
function isCutOff(markup: readonly ResponseEdit[], edits: readonly ResponseEdit[], source: string): boolean {
  const isOpen = markup.some(({ cause }) => cause === 'unclosed-fence');
  const last = edits.at(-1);
  return isOpen && last?.cause === 'missing-brace' && last.end >= source.trimEnd().length && !/[}\]]\s*$/.test(source);
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
  return { start: edit.start + start, end: edit.end + start, text: edit.text, cause: edit.cause };
}
