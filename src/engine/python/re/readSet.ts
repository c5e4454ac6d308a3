import { codePointLength } from '../codePoints.ts';
import type { Node, SetItem } from './ast.ts';
import { type CharacterEscape, readSetEscape } from './patternEscapes.ts';
import type { Tokenizer } from './patternTokenizer.ts';

/** Reads a set whose `[` at `position` was just taken, up to and with its `]`. Raises `re.error`. */
export function readSet(source: Tokenizer, position: number): Node {
  const negated = source.match('^');
  const items: SetItem[] = [];
  for (;;) {
    const token = take(source, position);
    // A bracket that comes first is a member.
    if (token === ']' && items.length > 0) break;
    const low = readMember(source, token);
    if (!source.match('-')) {
      items.push(asItem(low));
      continue;
    }
    const last = take(source, position);
    if (last === ']') {
      items.push(asItem(low), asItem({ code: 0x2d }));
      break;
    }
    const high = readMember(source, last);
    if (!('code' in low) || !('code' in high) || high.code < low.code)
      throw source.error(`bad character range ${token}-${last}`, codePointLength(token) + 1 + codePointLength(last));
    items.push({ low: low.code, high: high.code });
  }
  return { type: 'set', negated, items };
}

function take(source: Tokenizer, position: number): string {
  const token = source.get();
  if (token === undefined) throw source.error('unterminated character set', source.tell() - position);
  return token;
}

function readMember(source: Tokenizer, token: string): CharacterEscape {
  return token.startsWith('\\') ? readSetEscape(source, token) : { code: token.codePointAt(0) ?? 0 };
}

function asItem(member: CharacterEscape): SetItem {
  return 'code' in member ? { low: member.code, high: member.code } : member;
}
