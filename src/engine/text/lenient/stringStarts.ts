import type { ScalarNode } from './lenientNode.ts';
import type { LookaheadText } from './lookaheadText.ts';
import { isOneOf, quotes } from './membersAhead.ts';
import type { Context } from './readContext.ts';

/** What a second quote means, and where reading goes on. */
export interface SecondQuote {
  /** `empty`: the string ends here; `doubled`: it is opened by two quotes; `text`: it goes on. */
  readonly meaning: 'empty' | 'doubled' | 'text';
  /** Behind the quote, but where that is part of the content or belongs to what follows. */
  readonly next: number;
}

/** Tells what a second quote means at `index`, right behind the first. */
export function secondQuote(
  text: LookaheadText,
  index: number,
  open: string,
  close: string,
  current: Context | undefined,
): SecondQuote {
  const behind = index + 1;
  const unit = text.at(behind);
  const ends = current === 'key' ? ':' : current === 'value' ? ',}' : current === 'array' ? ',]' : '';
  if (isOneOf(unit, ends)) return { meaning: 'empty', next: behind };
  if (unit === open) return { meaning: 'empty', next: index };
  if (text.at(text.find(close, behind) + 1) === close) return { meaning: 'doubled', next: behind };
  const following = text.at(text.skipSpace(behind));
  if (isOneOf(following, `${quotes}{[`)) return { meaning: 'empty', next: behind };
  return { meaning: 'text', next: isOneOf(following, ',]}') ? index : behind };
}

/** The string at `start`, where it has double quotes, no escapes and no line breaks, and what has to follow it does. */
export function simpleString(text: LookaheadText, start: number, current: Context | undefined): ScalarNode | undefined {
  if (text.at(start) !== '"') return undefined;
  const end = text.text.indexOf('"', start + 1);
  if (end === -1) return undefined;
  const value = text.text.slice(start + 1, end);
  if (/[\\\n\r]/.test(value)) return undefined;
  const next = text.at(text.skipSpace(end + 1));
  const isFollowed =
    current === 'key' ? next === ':' : next === '' || isOneOf(next, current === 'value' ? ',}' : current ? ',]' : '');
  return isFollowed ? { kind: 'scalar', start, end: end + 1, value } : undefined;
}
