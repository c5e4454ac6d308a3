import assert from 'node:assert/strict';
import { fromPlain } from '../../../../../src/engine/core/pyValue.ts';
import { askApi } from '../../../../../src/engine/tokens/providers/apiCounting.ts';

const question = { provider: 'P', url: 'https://p', headers: { key: 'k3y' }, body: fromPlain({ a: 1 }), field: 'n' };

suite('a count by a provider’s API', () => {
  for (const [status, expected] of [
    [200, 5],
    [299, 5],
    [199, 'APIStatusError'],
    [300, 'APIStatusError'],
    [401, 'AuthenticationError'],
    [429, 'RateLimitError'],
    [500, 'InternalServerError'],
  ] as const)
    test(`status ${status}: ${expected}`, async () => {
      const host = { postJson: async () => ({ status, body: '{"n": 5, "error": {"message": "not with k3y"}}' }) };
      if (typeof expected === 'number') assert.equal(await askApi(host, question), expected);
      else
        await assert.rejects(askApi(host, question), {
          class: expected,
          message: `P refused to count (${status}): not with …`,
        });
    });
});
