import type { Span } from '../../core/span.ts';

/**
 * Every outermost `{…}` of a text, as multi-agent-lab's `_balanced_objects` finds it. Strings are heeded outside objects
 * too, so that an odd quote in prose hides what follows; an object that stays open is left out. Linear.
 */
export function objectSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '"') i = stringEnd(text, i);
    else if (character === '{') {
      if (depth++ === 0) start = i;
    } else if (character === '}' && depth > 0 && --depth === 0) spans.push({ start, end: i + 1 });
  }
  return spans;
}

/** multi-agent-lab's `_balanced_objects`. */
export function balancedObjects(text: string): readonly string[] {
  return objectSpans(text).map(({ start, end }) => text.slice(start, end));
}

/** The closing quote of the string that begins at `start`, or the text's end. */
function stringEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '"') return i;
    if (character === '\\') i++;
  }
  return text.length;
}
