import { ResponseError } from '../../../core/errors.ts';
import type { Host } from '../../../core/host.ts';
import type { Span } from '../../../core/span.ts';
import { findMatches } from '../../../python/index.ts';

/** What `text.match(pattern)` gives: the items of its array, each with its place; `undefined` for a group that did not take part. */
export type ScriptMatch = readonly (Span | undefined)[];

/** How many capture groups a pattern that compiles has. Linear, and nothing is run. */
function groupCount({ source, flags }: RegExp): number {
  let count = 0;
  let classes = 0;
  for (let i = 0; i < source.length; i++) {
    const character = source[i];
    if (character === '\\') i++;
    else if (character === '[' && (classes === 0 || flags.includes('v'))) classes++;
    else if (character === ']' && classes > 0) classes--;
    else if (
      character === '(' &&
      classes === 0 &&
      (source[i + 1] !== '?' || /^\?<[^=!]/.test(source.slice(i + 1, i + 4)))
    )
      count++;
  }
  return count;
}

/**
 * The pattern as a job of the host's: without the flags that only steer where it is tried. `text.match` looks for one
 * match (without `g`), which then takes the rest of the text, so that no other is looked for.
 */
export function patternJob(pattern: RegExp): { readonly source: string; readonly flags: string } {
  const { source, flags, sticky, global } = pattern;
  const start = sticky ? '(?<![\\s\\S])' : '';
  const rest = global ? '' : '[\\s\\S]*';
  return { source: `${start}(?:${source})${rest}`, flags: flags.replace(/[dgy]/g, '') };
}

/**
 * JavaScript's `text.match(pattern)` by way of the host, which runs the author's pattern away from this thread and ends
 * it after a limit. `undefined`: no match. Raises `ResponseError` as `findMatches` does.
 */
export async function matchScript(pattern: RegExp, text: string, host: Host): Promise<ScriptMatch | undefined> {
  const count = groupCount(pattern);
  const names = Array.from({ length: count }, (_, i) => String(i + 1));
  const groups = new Map(names.map((name, i) => [name, i + 1]));
  const spans = await findMatches({ ...patternJob(pattern), groups }, names, text, host);
  if (spans.length === 0) return undefined;
  const at = (index: number): Span | undefined => {
    const [start = -1, end = -1] = [spans[index], spans[index + 1]];
    return start < 0 ? undefined : { start, end };
  };
  const width = 2 + 2 * count;
  if (pattern.global) return Array.from({ length: spans.length / width }, (_, i) => at(i * width));
  return Array.from({ length: count + 1 }, (_, i) => at(2 * i));
}

/** Whether an error is the host's about a pattern, and not the class's own. */
export function isPatternFault(error: unknown): boolean {
  return error instanceof ResponseError && /^Pattern(?:Timeout)?Error$/.test(error.class);
}
