import assert from 'node:assert/strict';
import { imageTokens } from '../../../../src/engine/tokens/openaiImages.ts';

/** Model, width, height, detail, tokens. */
const rows: readonly (readonly [model: string, width: number, height: number, detail: string, expected: number])[] = [
  // Patches of 32 pixels, 1536 at most, times the model's factor: 1024 × 1.62, 2.46 and 1.72, rounded up.
  ['gpt-4.1-mini', 1024, 1024, 'auto', 1659],
  ['gpt-4.1-nano-2025-04-14', 1024, 1024, 'auto', 2520],
  ['o4-mini', 1024, 1024, 'low', 1762],
  ['gpt-4.1-mini', 33, 32, 'high', 4],
  ['gpt-4.1-mini', 4096, 4096, 'high', 2489],
  // Tiles of 512 pixels, after scaling to a shorter side of 768.
  ['gpt-4.1', 1024, 1024, 'auto', 85 + 4 * 170],
  ['gpt-4o', 2048, 4096, 'high', 85 + 6 * 170],
  ['gpt-4o-mini', 2048, 4096, 'low', 85],
  ['o1', 768, 768, 'high', 75 + 4 * 150],
  ['o3', 768, 512, 'high', 75 + 6 * 150],
  // AgentScope counts no image for the others.
  ['gpt-4-turbo', 1024, 1024, 'high', 0],
  ['gpt-5', 1024, 1024, 'high', 0],
];

suite('tokens of an image', () => {
  for (const [model, width, height, detail, expected] of rows)
    test(`${model}, ${width} × ${height}, ${detail}`, () =>
      assert.equal(imageTokens(model, { width, height }, detail), expected));

  test('an o-model without constants and an image without a side are errors', () => {
    const size = { width: 9, height: 9 };
    assert.throws(() => imageTokens('o4', size, 'low'), {
      class: 'ValueError',
      message: 'Unsupported OpenAI model o4 for token counting. ',
    });
    assert.throws(() => imageTokens('gpt-4o', { width: 0, height: 9 }, 'high'), { class: 'ZeroDivisionError' });
  });
});
