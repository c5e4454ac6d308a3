import { EngineError } from '../core/errors.ts';
import { fromPlain, type PyValue } from '../core/pyValue.ts';
import { codePointLength, pyIterate, pyRepr, pyStr, pyTruth } from '../python/index.ts';
import { ownFormula, type TokenCounterType } from './counter.ts';
import type { TextCounts } from './counting.ts';

/** AgentScope's `CharTokenCounter()`: the characters of `str()` of every message, and of the tools, a line each. */
export const charTokenCounter: TokenCounterType = {
  type: 'CharTokenCounter',
  summary: 'AgentScope, any model: the characters of the messages as Python prints them',
  keys: {},
  since: '1.0.12',
  create({ type, ...options }) {
    const [unknown] = Object.keys(options);
    if (unknown !== undefined) throw new EngineError('TypeError', `${type}() takes no arguments`);
    return {
      exact: true,
      formula: ownFormula,
      basis: 'the characters of what Python prints',
      countText: codePointLength,
      count: (payload, tools) => {
        const lines = pyIterate(fromPlain(payload)).map(pyStr);
        const list = fromPlain(tools ?? null);
        if (pyTruth(list)) lines.push(pyStr(list));
        return lines.reduce((sum, line) => sum + codePointLength(line), Math.max(0, lines.length - 1));
      },
      additive: tools => {
        const list = fromPlain(tools ?? null);
        const hasTools = pyTruth(list);
        return {
          // Every message brings a line break, but the first of all lines has none.
          fixed: hasTools ? codePointLength(pyStr(list)) : -1,
          ...(!hasTools && { opening: (role: PyValue | undefined) => (role === undefined ? 1 : 0) }),
          message: message => 1 + codePointLength(pyStr(message)),
          textCounts: reprCounts,
        };
      },
    };
  },
};

/**
 * The characters of a text's `repr`, and of the text without a stretch, by sums up to every offset: what a character
 * becomes depends on no other, but a single quote is escaped where there are double quotes too.
 */
function reprCounts(text: string): TextCounts {
  const characters = new Float64Array(text.length + 1);
  const singles = new Float64Array(text.length + 1);
  const doubles = new Float64Array(text.length + 1);
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at)!;
    const character = String.fromCodePoint(code);
    const end = at + character.length;
    const isPlain = code >= 0x20 && code < 0x7f && code !== 0x5c;
    const cost = isPlain ? 1 : codePointLength(pyRepr(character)) - 2;
    for (let offset = at + 1; offset <= end; offset++) {
      characters[offset] = characters[at]! + cost;
      singles[offset] = singles[at]! + Number(character === "'");
      doubles[offset] = doubles[at]! + Number(character === '"');
    }
    at = end;
  }
  const total = (of: Float64Array) => of[text.length]!;
  const without = (start: number, end: number) => {
    const left = (of: Float64Array) => total(of) - (of[end]! - of[start]!);
    return 2 + left(characters) + (left(doubles) > 0 ? left(singles) : 0);
  };
  return { total: without(0, 0), without };
}
