import type { Host } from '../../../core/host.ts';
import type { Span } from '../../../core/span.ts';
import { findMatches, parsePattern, type TranslatedPattern, translatePattern } from '../../../python/index.ts';

/** A Python pattern of the author's, with the spans of all its groups. */
export interface GroupPattern {
  /** The groups' numbers. */
  readonly names: readonly string[];
  readonly translated: TranslatedPattern;
}

/** A match, and where its groups stand; `undefined` for a group that did not take part. */
export interface GroupMatch {
  readonly span: Span;
  readonly groups: readonly (Span | undefined)[];
}

/** Finds the matches of a pattern in a text: by way of the host, or here for programs that know their patterns. */
export type FindGroups = (pattern: GroupPattern, text: string) => Promise<readonly GroupMatch[]>;

type Options = { readonly multiline?: boolean; readonly ignoreCase?: boolean };

/** `re.compile(pattern, flags)`. Throws `EngineError` as Python does. */
export function groupPattern(pattern: string, { multiline = false, ignoreCase = false }: Options = {}): GroupPattern {
  const parsed = parsePattern(pattern, { ignoreCase, multiline, dotAll: false, ascii: false });
  const names = parsed.groups.slice(1).map((_, i) => String(i + 1));
  const numbered = { ...parsed, names: new Map(names.map((name, i) => [name, i + 1])) };
  return { names, translated: translatePattern(numbered, names) };
}

/** The pattern for `re.search`: its match takes the rest of the text, so that no other is looked for. */
export function searchedOnce({ names, translated }: GroupPattern): GroupPattern {
  const { source, flags, groups } = translated;
  return { names, translated: { source: `(?:${source})[^]*`, flags, groups } };
}

/** `re.finditer` by way of the host. Raises `ResponseError` as `findMatches` does. */
export const findGroups =
  (host: Host): FindGroups =>
  async ({ names, translated }, text) => {
    const spans = await findMatches(translated, names, text, host);
    const width = 2 + 2 * names.length;
    const at = (index: number): Span | undefined => {
      const [start = -1, end = -1] = [spans[index], spans[index + 1]];
      return start < 0 ? undefined : { start, end };
    };
    return Array.from({ length: spans.length / width }, (_, i) => ({
      span: at(i * width) ?? { start: 0, end: 0 },
      groups: names.map((_, group) => at(i * width + 2 + 2 * group)),
    }));
  };

/** The same in this thread, without a limit: for programs that know their patterns. */
export function groupsHere({ names, translated }: GroupPattern, text: string): readonly GroupMatch[] {
  const regex = new RegExp(translated.source, `${translated.flags}dg`);
  return [...text.matchAll(regex)].map(({ indices }) => {
    const at = (group: number): Span | undefined => {
      const [start, end] = indices?.[group] ?? [];
      return start === undefined || end === undefined ? undefined : { start, end };
    };
    return {
      span: at(0) ?? { start: 0, end: 0 },
      groups: names.map(name => at(translated.groups.get(name) ?? 0)),
    };
  });
}

/** What `re.findall` makes of a match: the whole of it, its only group, or a list of all of them for Python's tuple. */
export function foundItem({ span, groups }: GroupMatch, text: string): string | readonly string[] {
  const texts = groups.map(group => (group ? text.slice(group.start, group.end) : ''));
  const [only] = texts;
  if (only === undefined) return text.slice(span.start, span.end);
  return texts.length === 1 ? only : texts;
}
