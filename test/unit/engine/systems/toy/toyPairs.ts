import * as z from 'zod';
import { EngineError, ResponseError } from '../../../../../src/engine/core/errors.ts';
import { isPyList, type PyValue } from '../../../../../src/engine/core/pyValue.ts';
import type { ReadField } from '../../../../../src/engine/parsers/parser.ts';
import { toyType } from './toyType.ts';

/** Lines of `key: value`, of which a definition may ask for some. */
export const toyPairs = toyType({
  type: 'ToyPairs',
  summary: 'Lines of `key: value`',
  want: 'list',
  answer: 'mood: calm',
  example: 'mood: calm',
  filters: true,
  keys: { wanted: z.array(z.string()).describe('The keys that an answer must have.').optional() },
  template: '{\n  "type": "ToyPairs",\n  "description": "A mood",\n  "wanted": ["mood"]\n}\n',
  create({ config }) {
    const wanted = config.get('wanted') ?? [];
    if (!isPyList(wanted)) throw new EngineError('ToyError', '`wanted` is not a list.');
    return {
      instruction: () => [{ text: `Write lines of \`key: value\` for: ${wanted.join(', ')}.` }],
      read({ text }) {
        const fields = pairsOf(text ?? '');
        const value = new Map<string, PyValue>(fields.map(({ key, value: each }) => [key, each]));
        const missing = wanted.find(key => !value.has(String(key)));
        if (missing !== undefined) throw new ResponseError('ToyError', `There is no ${String(missing)}.`);
        return { value, fields };
      },
    };
  },
});

function pairsOf(text: string): readonly ReadField[] {
  return [...text.matchAll(/^(\w+): (.*)$/gm)].map(found => {
    const span = { start: found.index, end: found.index + found[0].length };
    return { key: found[1]!, value: found[2]!, span, inner: { start: span.end - found[2]!.length, end: span.end } };
  });
}
