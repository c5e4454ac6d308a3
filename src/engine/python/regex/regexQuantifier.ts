import type { RegexRepeat } from './regexNode.ts';
import type { RegexSource } from './regexSource.ts';

const fuzzy = /^\s*(?:\d+\s*<=?\s*)?[ides](?:\s*<=?\s*\d+)?\s*(?:,|$|\+|:)/;

/**
 * Reads a quantifier, if one stands here. `fuzzy`: the constraint of fuzzy matching, which was taken. A brace that is
 * neither is a character. Raises `error`.
 */
export function readRegexQuantifier(
  source: RegexSource,
): Pick<RegexRepeat, 'min' | 'max' | 'mode'> | 'fuzzy' | undefined {
  const start = source.position;
  const char = source.next;
  let [min, max] = [0, Number.POSITIVE_INFINITY];
  if (char === '*' || char === '+' || char === '?') {
    source.take();
    if (char === '+') min = 1;
    if (char === '?') max = 1;
  } else if (char === '{') {
    source.take();
    const inside = source.takeUntil('}');
    const range = inside === undefined ? null : /^(\d*)(?:(,)(\d*))?$/.exec(inside);
    if (!range || inside === '') {
      if (inside !== undefined && fuzzy.test(inside)) return 'fuzzy';
      source.position = start;
      return undefined;
    }
    min = Number(range[1] ?? '');
    max = !range[2] ? min : !range[3] ? Number.POSITIVE_INFINITY : Number(range[3]);
    if (max < min) throw source.error('min repeat greater than max repeat', start + 1);
  } else return undefined;
  const mode = source.match('?') ? 'lazy' : source.match('+') ? 'possessive' : 'greedy';
  return { min, max, mode };
}
