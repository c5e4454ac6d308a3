import assert from 'node:assert/strict';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { createReader } from '../../../../../src/engine/streams/index.ts';

const [definition] = readDefinitions(
  JSON.stringify({ type: 'AgentOutput', allowed_kinds: ['a'], fallback_kind: 'a' }),
  'test.parser.json',
).definitions;

/** A response, and the text that is told of it before it has ended; `undefined`: none. */
const responses: readonly (readonly [what: string, response: string, text: string | undefined])[] = [
  ['an object', '{"kind": "a", "text": "x"}', 'x'],
  ['a fence in a string, which is taken out', '{"kind": "a", "text": "x ```sh y"}', 'x  y'],
  ['an escaped quote before a fence', '{"kind": "a", "text": "\\"x``` y"}', '"x y'],
  ['a fence behind a backslash, which would stand before what follows', '{"kind": "a", "text": "x\\```/y"}', undefined],
  ['a backslash and two backticks', '{"kind": "a", "text": "x\\n``y"}', 'x\n``y'],
  ['a fence in a reasoning tag', '<think>```</think>{"kind": "a", "text": "x"}', 'x'],
  ['a tag that a fence is in', '<thi```nk>{"kind": "a", "text": "x"}', undefined],
];

suite('AgentOutput while it comes', () => {
  for (const [what, response, text] of responses)
    test(`${what}: ${text === undefined ? 'nothing is told before the end' : 'its text is told, as it is read in the end'}`, async () => {
      assert(definition);
      const { closed } = createReader(definition).push(response);
      assert.equal(closed.find(({ key }) => key === 'text')?.value, text);
      if (text === undefined) return;
      const result = await createParser(definition).parse(response);
      assert.ok(result.ok);
      assert.equal((result.value as { text: string }).text, text);
    });
});
