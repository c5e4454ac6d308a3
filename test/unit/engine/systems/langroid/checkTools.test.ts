import assert from 'node:assert/strict';
import { fromPlain, isPyDict } from '../../../../../src/engine/core/pyValue.ts';
import { toolRequirements } from '../../../../../src/engine/systems/langroid/checkTools.ts';
import type { ToolKind } from '../../../../../src/engine/systems/langroid/tool.ts';
import { plainSource } from '../../../../plainSource.ts';

const api = { use_tools: false, use_functions_api: true };

/** What an answer that calls a tool has to have. */
const requirements: readonly (readonly [what: string, config: object, kind: ToolKind, texts: readonly string[]])[] = [
  ['the key and the name', { tools: [{ request: 'square' }] }, 'ToolMessage', ['request', 'square']],
  ['the tag and the name', { tools: [{ request: 'square' }] }, 'XMLToolMessage', ['<request>', 'square']],
  [
    'both, for tools of both kinds',
    { tools: [{ request: 'square' }, { request: 'cube', kind: 'XMLToolMessage' }] },
    'ToolMessage',
    ['request', '<request>', 'square', 'cube'],
  ],
  [
    'nothing of tools that the model may not use',
    { tools: [{ request: 'square', use: false }, { request: 'cube' }] },
    'ToolMessage',
    ['request', 'cube'],
  ],
  ['nothing, where the model may use none', { tools: [{ request: 'square', use: false }] }, 'ToolMessage', []],
  ['nothing of what is not a tool', { tools: ['square', null, { request: 1 }] }, 'ToolMessage', []],
  ['the name alone, where the API calls', { tools: [{ request: 'square' }], agent: api }, 'ToolMessage', ['square']],
];

suite('Langroid: what an answer must have', () => {
  for (const [what, config, kind, texts] of requirements)
    test(what, () => {
      const given = fromPlain(config);
      assert(isPyDict(given));
      const found = toolRequirements(plainSource(given), kind);
      assert.deepEqual(
        found.map(({ text }) => text),
        texts,
      );
    });
});
