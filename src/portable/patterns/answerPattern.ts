// src/portable/: what Node and browsers do alike: logs cut into rows and judged, patterns under a limit.

import type { PatternJob } from '../../engine/index.ts';
import type { PatternAnswer } from './patternQueue.ts';

/** What a pattern worker answers, and what of it is moved there. Whatever goes wrong is an answer. */
export function answerPattern(job: PatternJob): readonly [answer: PatternAnswer, moved: ArrayBuffer[]] {
  try {
    const spans = findAll(job);
    return [{ spans }, [spans.buffer]];
  } catch (error) {
    return [{ failed: (error instanceof Error ? error.message : String(error)).slice(0, 2000) }, []];
  }
}

/** Numbers that an answer holds, four bytes each: a match at every place of a text of eight megabytes. */
const maxNumbers = 32 * 1024 * 1024;

function findAll({ source, flags, nonEmpty, text, groups }: PatternJob): Int32Array<ArrayBuffer> {
  const search = new RegExp(source, `${flags}dg`);
  const again = nonEmpty === undefined ? undefined : new RegExp(nonEmpty, `${flags}dy`);
  const stride = 2 + 2 * groups.length;
  let spans = new Int32Array(64 * stride);
  let length = 0;

  const splitsPair = (place: number): boolean => place > 0 && (text.codePointAt(place - 1) ?? 0) > 0xffff;

  /** The end of the match that the pattern finds from a place on, or -1. */
  function find(regex: RegExp, from: number): number {
    regex.lastIndex = from;
    let match = regex.exec(text);
    // V8 finds matches of nothing between the halves of a surrogate pair, where Python has no place.
    while (match !== null && splitsPair(match.index)) {
      regex.lastIndex = match.index + 1;
      match = regex.exec(text);
    }
    if (match === null) return -1;
    if (length + stride > spans.length) {
      if (length + stride > maxNumbers) throw new Error('it matches too many places.');
      const wider = new Int32Array(Math.min(2 * spans.length, maxNumbers));
      wider.set(spans);
      spans = wider;
    }
    const end = match.index + match[0].length;
    spans[length++] = match.index;
    spans[length++] = end;
    for (const group of groups) {
      const [start, stop] = match.indices?.[group] ?? [-1, -1];
      spans[length++] = start;
      spans[length++] = stop;
    }
    return end;
  }

  for (let place = 0; place <= text.length; ) {
    const end = find(search, place);
    if (end === -1) break;
    place = end;
    if ((spans[length - stride] ?? end) < end) continue;
    if (again !== undefined) {
      const next = find(again, end);
      if (next !== -1) {
        place = next;
        continue;
      }
    }
    place += (text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1;
  }
  return spans.slice(0, length);
}
