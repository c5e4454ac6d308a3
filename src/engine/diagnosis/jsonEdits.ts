import type { Span } from '../core/span.ts';
import { diagnose } from '../repair/diagnose.ts';
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
    if (!/[[{]/.test(source.slice(0, 2000))) continue;
    const { candidates } = diagnose(source, { limit: maxReadings, ...(hint !== undefined && { hint }) });
    const broken = candidates.filter(({ edits, span }) => edits.length > 0 || span);
    if (broken.length === 0) continue;
    ways = ways.slice(0, ways.length > 1 ? 1 : maxReadings).flatMap(way =>
      broken.map(({ edits, confidence, lossy, span }) => ({
        ...way,
        edits: [...way.edits, ...edits.map(edit => shifted(edit, part)), ...outside(source, span, part)],
        confidence: way.confidence * confidence,
        lossy: way.lossy || lossy,
      })),
    );
  }
  return ways.map(way => ({ ...way, edits: way.edits.toSorted((one, other) => one.start - other.start) }));
}

function shifted(edit: ResponseEdit, { start }: Span): ResponseEdit {
  return { ...edit, start: edit.start + start, end: edit.end + start };
}

/** What stands in a part around its JSON goes: a part holds its value and nothing else. */
function outside(source: string, span: Span | undefined, { start }: Span): readonly ResponseEdit[] {
  if (!span) return [];
  const stretches = [
    { start: 0, end: span.start },
    { start: span.end, end: source.length },
  ];
  return stretches
    .filter(each => source.slice(each.start, each.end).trim() !== '')
    .map(each => ({ start: start + each.start, end: start + each.end, text: '', cause: 'prose-around' as const }));
}
