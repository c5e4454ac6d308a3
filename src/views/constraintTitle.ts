import type { ConstraintSummary } from '../engine/index.ts';
import { lensWidth } from './lensWidth.ts';

/** The lens's words in the user's language. */
export interface ConstraintWords {
  enforces(engine: string): string;
  /** What it drops follows. */
  partly(engine: string, drops: string): string;
  drops(engine: string, keywords: string): string;
  refuses(engine: string, keywords: string): string;
  dropsAlone(count: number): string;
  refusesAlone(count: number): string;
}

/** How many keywords the title names of one engine. */
const maxNamed = 3;

/**
 * What engines make of a definition's constraint, in a row that has room for so many letters: the keywords that each refuses
 * or drops; where there is less room fewer of them, then their number, then no engine. `undefined`: no engine is known.
 */
export function constraintTitle(
  summaries: readonly ConstraintSummary[],
  words: ConstraintWords,
  room: number,
): string | undefined {
  const [first, ...others] = summaries;
  if (!first) return undefined;
  const titled = (names: (keywords: readonly string[]) => string) =>
    others.length === 0
      ? titleOfOne(first, words, names)
      : summaries.map(each => titleAmong(each, words, names)).join(' · ');
  const titles = [
    titled(keywords => named(keywords, maxNamed)),
    titled(keywords => named(keywords, 1)),
    titled(keywords => String(keywords.length)),
  ];
  return titles.find(title => lensWidth(title) <= room) ?? shortest(summaries, words);
}

function titleOfOne(
  { title, refuses, drops }: ConstraintSummary,
  words: ConstraintWords,
  names: (keywords: readonly string[]) => string,
): string {
  if (refuses.length > 0) return words.refuses(title, names(refuses));
  return drops.length > 0 ? words.partly(title, names(drops)) : words.enforces(title);
}

function titleAmong(
  { title, refuses, drops }: ConstraintSummary,
  words: ConstraintWords,
  names: (keywords: readonly string[]) => string,
): string {
  if (refuses.length > 0) return words.refuses(title, names(refuses));
  return drops.length > 0 ? words.drops(title, names(drops)) : `${title} ✓`;
}

function named(keywords: readonly string[], limit: number): string {
  const more = keywords.length - limit;
  return more > 0 ? `${keywords.slice(0, limit).join(', ')} +${more}` : keywords.join(', ');
}

function shortest(summaries: readonly ConstraintSummary[], words: ConstraintWords): string {
  const most = (of: 'refuses' | 'drops') => Math.max(...summaries.map(each => each[of].length));
  if (most('refuses') > 0) return words.refusesAlone(most('refuses'));
  return most('drops') > 0 ? words.dropsAlone(most('drops')) : '✓';
}
