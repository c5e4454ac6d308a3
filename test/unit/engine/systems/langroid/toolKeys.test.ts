import assert from 'node:assert/strict';
import * as z from 'zod';
import { toolMessageKeys } from '../../../../../src/engine/systems/langroid/toolMessageKeys.ts';

const keys = z.object(toolMessageKeys);

suite('Langroid: the keys of a definition', () => {
  for (const [what, config, isTaken] of [
    ['a tool of the one kind', { tools: [{ request: 'square', kind: 'ToolMessage' }] }, true],
    ['a tool of the other kind', { tools: [{ request: 'square', kind: 'XMLToolMessage' }] }, true],
    ['a tool of no kind', { tools: [{ request: 'square', kind: '' }] }, false],
    ['a tool without a name', { tools: [{ purpose: 'To square' }] }, false],
    ['a key that tools do not have', { tools: [{ request: 'square', name: 'x' }] }, false],
    ['a strategy that Langroid has', { tools: [], agent: { context_overflow_strategy: 'drop_turns' } }, true],
    ['a strategy that it does not have', { tools: [], agent: { context_overflow_strategy: 'drop' } }, false],
    ['no text where no tool is called', { tools: [], agent: { handle_llm_no_tool: null } }, true],
  ] as const)
    test(`${what} is ${isTaken ? 'taken' : 'refused'}`, () => assert.equal(keys.safeParse(config).success, isTaken));
});
