import assert from 'node:assert/strict';
import { operations } from '../../../../conformance/adapters/operations.ts';

const { miniSweAgent } = operations;

suite("what mini-SWE-agent's request has beside its messages", () => {
  const cases: readonly (readonly [what: string, model: object, kwargs: object])[] = [
    ['nothing', {}, {}],
    ['arguments of the model', { model_kwargs: { temperature: 0 } }, { temperature: 0 }],
  ];
  for (const [what, model, kwargs] of cases)
    test(what, () => {
      const config = { model: { model_class: 'litellm', ...model } };
      const sent = miniSweAgent.tools({ config }) as { readonly endpoint: string; readonly kwargs: object };
      assert.equal(sent.endpoint, 'completion');
      assert.deepEqual(sent.kwargs, kwargs);
    });
});
