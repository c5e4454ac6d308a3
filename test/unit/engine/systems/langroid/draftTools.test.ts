import assert from 'node:assert/strict';
import { toPlain } from '../../../../../src/engine/core/pyValue.ts';
import { draftTools } from '../../../../../src/engine/systems/langroid/draftTools.ts';
import type { ToolKind } from '../../../../../src/engine/systems/langroid/tool.ts';

const agent = { enable_orchestration_tool_handling: false };

/** Responses, and the tools of the definition that is drafted of them. */
const drafts: readonly (readonly [
  what: string,
  kind: ToolKind,
  responses: readonly string[],
  tools: readonly object[] | undefined,
])[] = [
  [
    'a tool with the types of its values',
    'ToolMessage',
    ['Sure: {"request": "square", "number": 4, "id": "x"}'],
    [
      {
        request: 'square',
        purpose: 'To call square with <number>.',
        schema: { properties: { number: { type: 'integer' } }, required: ['number'] },
      },
    ],
  ],
  [
    'what not all calls have is not required, and of two types there is none',
    'ToolMessage',
    ['{"request": "say", "text": "a", "to": "Bob"} {"request": "say", "text": 1.5}'],
    [
      {
        request: 'say',
        purpose: 'To call say with <text>, <to>.',
        schema: { properties: { text: {}, to: { type: 'string' } }, required: ['text'] },
      },
    ],
  ],
  [
    'each type of JSON',
    'ToolMessage',
    ['{"request": "say", "s": "a", "i": 1, "f": 1.5, "b": true, "l": [], "d": {}, "n": null}'],
    [
      {
        request: 'say',
        purpose: 'To call say with <s>, <i>, <f>, <b>, <l>, <d>, <n>.',
        schema: {
          properties: {
            s: { type: 'string' },
            i: { type: 'integer' },
            f: { type: 'number' },
            b: { type: 'boolean' },
            l: { type: 'array' },
            d: { type: 'object' },
            n: {},
          },
          required: ['s', 'i', 'f', 'b', 'l', 'd', 'n'],
        },
      },
    ],
  ],
  [
    'a tool without fields',
    'ToolMessage',
    ['{"request": "stop"}'],
    [{ request: 'stop', purpose: 'To call stop.', schema: { properties: {} } }],
  ],
  ['no tool where none is named', 'ToolMessage', ['{"number": 4}', '{"request": ""}'], undefined],
  ['no tool of the other kind', 'XMLToolMessage', ['{"request": "square", "number": 4}'], undefined],
];

suite('Langroid: the tools of a draft', () => {
  for (const [what, kind, responses, tools] of drafts)
    test(what, () => {
      const draft = draftTools(responses, kind);
      assert.deepEqual(draft && toPlain(draft), tools && { tools, agent });
    });
});
