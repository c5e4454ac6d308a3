import type { Span } from '../core/span.ts';
import { unescapeJsonString } from '../json/jsonStringMap.ts';
import { type Candidate, diagnose, strictValue } from '../repair/index.ts';
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

/** How likely an object in a list of its own is what was meant. */
const unwrapTrust = 0.93;
/** How likely JSON that stands in a string is what was meant. */
const unescapeTrust = 0.96;

/** A way to read a text as the JSON that a format wants, with the edits for it. */
type JsonReading = Pick<Candidate, 'confidence' | 'lossy' | 'span'> & {
  readonly edits: readonly ResponseEdit[];
};

/**
 * The ways to read a text as JSON that need edits, the likeliest first; none where it is what is wanted. `hint`: JSON of
 * the shape that is wanted. `wantsObject`: only an object will do, so that one in a list of its own is taken out of it.
 * Linear.
 */
export function jsonReadings(
  source: string,
  {
    hint,
    wantsObject,
    limit,
  }: { readonly hint?: string | undefined; readonly wantsObject: boolean; readonly limit: number },
): readonly JsonReading[] {
  const { candidates } = diagnose(source, { limit, ...(hint !== undefined && { hint }) });
  const [best] = candidates;
  if (best?.edits.length !== 0 || best.span) {
    const broken = candidates.filter(({ edits, span }) => edits.length > 0 || span);
    const unwrapped = wantsObject ? outOfBrokenList(source, hint) : undefined;
    if (!unwrapped) return broken;
    // A likeliest reading that is an object takes the list's brackets for something else; a list may be what is wanted after all.
    if (!best || !Array.isArray(best.value)) return [unwrapped, ...broken.slice(1)];
    return [...broken, { ...unwrapped, confidence: Math.min(unwrapped.confidence, best.confidence * unwrapTrust) }];
  }
  if (typeof best.value === 'string') return outOfString(source);
  const unwrapped = wantsObject ? outOfList(source, best) : undefined;
  return unwrapped ? [unwrapped] : [];
}

/** An object that stands alone in a list, without the list, where the list has faults of its own. */
function outOfBrokenList(source: string, hint: string | undefined): JsonReading | undefined {
  if (!source.trimStart().startsWith('[')) return undefined;
  const [best] = diagnose(source, { limit: 1, ...(hint !== undefined && { hint: `[${hint}]` }) }).candidates;
  return best && !best.span ? outOfList(source, best) : undefined;
}

/** An object that stands alone in a list, without the list; where the list was never closed, its end is not put in. */
function outOfList(source: string, { value, confidence, edits, lossy }: Candidate): JsonReading | undefined {
  const list = Array.isArray(value) ? value : [];
  const [item] = list;
  if (list.length !== 1 || typeof item !== 'object' || item === null || Array.isArray(item)) return undefined;
  const start = source.indexOf('[');
  const last = source.trimEnd().length - 1;
  const isClosed = source.charAt(last) === ']' && !edits.some(edit => edit.start <= last && edit.end > last);
  const closing = edits.at(-1);
  if (!isClosed && !closing?.text.endsWith(']')) return undefined;
  const own = isClosed ? edits : [...edits.slice(0, -1), { ...closing!, text: closing!.text.slice(0, -1) }];
  const cause = 'wrapped-value';
  return {
    confidence: unwrapTrust * confidence,
    edits: [
      { start, end: start + 1, text: '', cause },
      ...own.filter(edit => edit.text !== '' || edit.end > edit.start),
      ...(isClosed ? [{ start: last, end: last + 1, text: '', cause } as const] : []),
    ],
    lossy,
  };
}

/** JSON that stands in a string, without the quotes and the escapes. */
function outOfString(source: string): readonly JsonReading[] {
  const start = source.indexOf('"') + 1;
  const end = source.lastIndexOf('"');
  const { text, offsets } = unescapeJsonString(source, start, end);
  if (!/^\s*[[{]/.test(text) || !strictValue(text)) return [];
  const cause = 'escaped-quotes';
  const edits: ResponseEdit[] = [{ start: start - 1, end: start, text: '', cause }];
  for (let i = 0; i < text.length; i++) {
    const from = offsets[i]!;
    const to = offsets[i + 1]!;
    if (to - from === 1) continue;
    const isKept = to - from === 2 && source.charAt(from + 1) === text.charAt(i);
    edits.push({ start: from, end: isKept ? from + 1 : to, text: isKept ? '' : text.charAt(i), cause });
  }
  edits.push({ start: end, end: end + 1, text: '', cause });
  return [{ confidence: unescapeTrust, edits, lossy: false }];
}
