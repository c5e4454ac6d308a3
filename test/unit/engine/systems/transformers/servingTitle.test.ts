import assert from 'node:assert/strict';
import type { ServingVerdict } from '../../../../../src/engine/parsers/modelTemplates.ts';
import { lensWidth } from '../../../../../src/views/lensWidth.ts';
import { servingTitle } from '../../../../../src/views/servingTitle.ts';

const loses = (engine: string, fields: string) => `${engine} loses ${fields}`;
const verdict = (engine: ServingVerdict['engine'], refuses = false, ...loses: readonly string[]): ServingVerdict => ({
  engine,
  refuses,
  loses,
});
const all = [
  verdict('transformers'),
  verdict('transformers-serve', false, 'reasoning_content'),
  verdict('vllm', true),
  verdict('sglang', true),
];

suite('the row of engines', () => {
  const rows: readonly (readonly [room: number, title: string])[] = [
    [200, 'transformers ✓ · serve loses reasoning_content · vLLM ✗ · SGLang ✗'],
    [70, 'transformers ✓ · serve loses reasoning_content · vLLM, SGLang ✗'],
    [60, 'serve loses reasoning_content · vLLM, SGLang ✗'],
    [32, 'serve ⚠ · vLLM, SGLang ✗'],
    [20, 'vLLM, SGLang ✗'],
    [5, 'vLLM, SGLang ✗'],
  ];
  for (const [room, title] of rows)
    test(`in ${room} letters: ${title}`, () => {
      assert.equal(servingTitle(all, loses, room), title);
      if (room > 5) assert.ok(lensWidth(title) <= room);
    });

  test('engines that all take it share a sign where there is no room for one each', () => {
    const good = all.map(({ engine }) => verdict(engine));
    assert.equal(servingTitle(good, loses), 'transformers ✓ · serve ✓ · vLLM ✓ · SGLang ✓');
    assert.equal(servingTitle(good, loses, 10), 'transformers, serve, vLLM, SGLang ✓');
  });
});
