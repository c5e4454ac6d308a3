import { ok } from 'node:assert/strict';
import { EngineError } from '../../../../../src/engine/core/errors.ts';
import { operations } from '../../../../conformance/adapters/operations.ts';

test('what is not data is an `EngineError` of LangChain’s operations @slow', () => {
  const inside: Record<string, unknown> = {};
  inside.inside = inside;
  const combined = { runtime: 'js', parser: 'CombiningOutputParser', config: { parsers: 5 } };
  for (const [name, operation] of Object.entries(operations.langchain))
    for (const input of [undefined, null, {}, inside, combined])
      try {
        operation(input as unknown as Parameters<typeof operation>[0]);
      } catch (error) {
        ok(error instanceof EngineError, `${name}: ${error}`);
      }
});
