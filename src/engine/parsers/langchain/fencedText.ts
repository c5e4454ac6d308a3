/**
 * What LangChain.js's `StructuredOutputParser` takes of a trimmed text: the contents of a fence that it begins with, else of
 * its first fence of `json`, else all of it; the last also where the fence is empty. The patterns of the original
 * (`/^\`\`\`(?:json)?\s*([\s\S]*?)\`\`\`/`, `/\`\`\`json\s*([\s\S]*?)\`\`\`/`), in linear time.
 */
export function fencedText(text: string): string {
  const own = text.startsWith('```') ? contentsFrom(text, text.startsWith('```json') ? 7 : 3) : '';
  if (own !== '') return own;
  const opening = text.indexOf('```json');
  return (opening < 0 ? '' : contentsFrom(text, opening + 7)) || text;
}

/** What stands behind white space and before the next three backticks; empty where there are none. */
function contentsFrom(text: string, from: number): string {
  const end = text.indexOf('```', from);
  return end < 0 ? '' : text.slice(from, end).trimStart();
}

/**
 * JSON as LangChain.js's `StructuredOutputParser` has it read: line feeds within `"…"` are escaped, all others left out.
 * Linear: the original's pattern (`/"([^"\\]*(\\.[^"\\]*)*)"/g`) looks anew at each quote that is never closed.
 */
export function withLineFeeds(text: string): string {
  if (!text.includes('\n')) return text;
  const parts: string[] = [];
  let copied = 0;
  // From where a search was in vain, none that comes by will end.
  const inVain = new Set<number>();
  for (let quote = text.indexOf('"'); quote >= 0; ) {
    const end = stringEnd(text, quote + 1, inVain);
    if (end === undefined) {
      quote = text.indexOf('"', quote + 1);
      continue;
    }
    parts.push(text.slice(copied, quote).replaceAll('\n', ''), text.slice(quote, end).replaceAll('\n', '\\n'));
    copied = end;
    quote = text.indexOf('"', end);
  }
  return parts.join('') + text.slice(copied).replaceAll('\n', '');
}

const stop = /["\\]/g;
const lineEnd = /[\n\r\u2028\u2029]/;

/** Behind the quote that ends a string; `undefined` where there is none, or a backslash has no character of its line behind it. */
function stringEnd(text: string, from: number, inVain: Set<number>): number | undefined {
  const visited: number[] = [];
  for (let at = from; ; ) {
    stop.lastIndex = at;
    const found = stop.exec(text)?.index;
    if (found !== undefined && text.charAt(found) === '"') return found + 1;
    if (found !== undefined && !inVain.has(found)) {
      visited.push(found);
      const next = text.charAt(found + 1);
      if (next !== '' && !lineEnd.test(next)) {
        at = found + 2;
        continue;
      }
    }
    for (const each of visited) inVain.add(each);
    return undefined;
  }
}
