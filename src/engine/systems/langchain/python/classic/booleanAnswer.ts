import { EngineError } from '../../../../core/errors.ts';
import type { Reading } from '../../../../parsers/parser.ts';
import { type FindGroups, foundItem, type GroupMatch, type GroupPattern, groupPattern } from '../groupPattern.ts';

/** The words of `BooleanOutputParser`, which are patterns. */
export interface BooleanWords {
  readonly yes: string;
  readonly no: string;
}

/** The pattern that finds the words, in any letter case. Throws `EngineError` as `re.findall` does. */
export function booleanPattern({ yes, no }: BooleanWords): GroupPattern {
  return groupPattern(`\\b(${yes}|${no})\\b`, { ignoreCase: true, multiline: true });
}

/** `BooleanOutputParser.parse`. Throws `ValueError`. */
export async function readBoolean(text: string, words: BooleanWords, find: FindGroups): Promise<Reading> {
  return booleanOf(text, words, await find(booleanPattern(words), text));
}

/** What the matches of the pattern say. Throws `ValueError`. */
export function booleanOf(text: string, { yes, no }: BooleanWords, matches: readonly GroupMatch[]): Reading {
  const places = new Map(
    matches.map(match => {
      const item = foundItem(match, text);
      if (typeof item !== 'string') throw new EngineError('AttributeError', "'tuple' object has no attribute 'upper'");
      return [item.toUpperCase(), match.span];
    }),
  );
  const [isYes, isNo] = [yes, no].map(word => places.get(word.toUpperCase()));
  if (isYes && isNo)
    throw new EngineError('ValueError', `Ambiguous response. Both ${yes} and ${no} in received: ${text}.`);
  const span = isYes ?? isNo;
  if (!span)
    throw new EngineError(
      'ValueError',
      `BooleanOutputParser expected output value to include either ${yes} or ${no}. Received ${text}.`,
    );
  const value = isYes !== undefined;
  return { value, fields: [{ key: 'value', value, span, inner: span }] };
}
