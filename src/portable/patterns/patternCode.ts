// src/portable/: what Node and browsers do alike: logs cut into rows and judged, patterns under a limit.

/**
 * What a pattern worker runs, as plain JavaScript: a string, so that it needs no file of its own beside each bundle and
 * runs from source as well. It defines `answerTo(job, post)`, which
 * posts the `PatternAnswer` to a `PatternJob`.
 */
export const patternCode = `
'use strict';
// Numbers that an answer holds, four bytes each: a match at every place of a text of eight megabytes.
const maxNumbers = 32 * 1024 * 1024;

function findAll({ source, flags, nonEmpty, text, groups }) {
  const search = new RegExp(source, flags + 'dg');
  const again = nonEmpty === undefined ? undefined : new RegExp(nonEmpty, flags + 'dy');
  const stride = 2 + 2 * groups.length;
  let spans = new Int32Array(64 * stride);
  let length = 0;

  function splitsPair(place) {
    return place > 0 && text.codePointAt(place - 1) > 0xffff;
  }

  // The end of the match that the pattern finds from a place on, or -1.
  function find(regex, from) {
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
      const span = match.indices[group];
      spans[length++] = span === undefined ? -1 : span[0];
      spans[length++] = span === undefined ? -1 : span[1];
    }
    return end;
  }

  for (let place = 0; place <= text.length; ) {
    const end = find(search, place);
    if (end === -1) break;
    place = end;
    if (spans[length - stride] < end) continue;
    if (again !== undefined) {
      const next = find(again, end);
      if (next !== -1) {
        place = next;
        continue;
      }
    }
    place += text.codePointAt(place) > 0xffff ? 2 : 1;
  }
  return spans.slice(0, length);
}

function answerTo(job, post) {
  let answer;
  try {
    answer = { spans: findAll(job) };
  } catch (error) {
    answer = { failed: (error instanceof Error ? error.message : String(error)).slice(0, 2000) };
  }
  post(answer, answer.spans === undefined ? [] : [answer.spans.buffer]);
}
`;
