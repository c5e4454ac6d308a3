import type { ScalarNode } from './lenientNode.ts';
import type { LookaheadText } from './lookaheadText.ts';
import { isOneOf } from './membersAhead.ts';
import type { Context } from './readContext.ts';

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
