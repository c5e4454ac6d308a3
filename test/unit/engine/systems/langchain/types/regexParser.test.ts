import assert from 'node:assert/strict';
import { fromPlain, isPyDict } from '../../../../../../src/engine/core/pyValue.ts';
import { plainSource } from '../../../../../plainSource.ts';
import { typeNamed } from '../../../parsers/typeNamed.ts';

const regexParser = typeNamed('RegexParser');

suite('RegexParser: the keys of its value', () => {
  const key = (name: string, at: number, references: readonly object[] = []) => ({
    name,
    declarations: [{ path: ['outputKeys', at], of: 'value' }],
    references,
    required: false,
  });
  const named = { path: ['defaultOutputKey'], of: 'value' };
  for (const [what, config, keys] of [
    ['are its output keys alone', { outputKeys: ['joke', 'rating'] }, [key('joke', 0), key('rating', 1)]],
    [
      'of which one is named again as the default',
      { outputKeys: ['joke', 'rating'], defaultOutputKey: 'rating' },
      [key('joke', 0), key('rating', 1, [named])],
    ],
    ['are none without output keys', { outputKeys: [] }, []],
  ] as const)
    test(what, () => {
      const given = fromPlain({ regex: '(.)(.)', ...config });
      assert(isPyDict(given));
      assert.deepEqual(regexParser.authoring?.valueKeys?.(plainSource(given)), {
        keys,
        open: false,
        exact: true,
        lists: [],
        grownBy: 'outputKeys',
      });
    });
});
