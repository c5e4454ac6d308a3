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
