import assert from 'node:assert/strict';
import { createTokenCounter } from '../../../../../src/engine/tokens/index.ts';
import { testHost } from '../testHost.ts';

const host = testHost();
const anthropic = createTokenCounter('AnthropicTokenCounter:claude-x', host);
const gemini = createTokenCounter('GeminiTokenCounter:gemini-x', host);

/** A PNG's header, which is all that tells its size. */
function png(width: number, height: number): string {
  const bytes = Buffer.alloc(33);
  bytes.write('89504e470d0a1a0a0000000d49484452', 'hex');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
}

const user = (...content: unknown[]) => [{ role: 'user', content }];
const image = (data: string) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } });
const parts = (...given: unknown[]) => [{ role: 'user', parts: given }];
const inline = (data: string, mime = 'image/png') => ({ inline_data: { data, mime_type: mime } });

suite('estimates', () => {
  test('say that they are only estimates, and what they rest on', () => {
    for (const counter of [anthropic, gemini]) {
      assert.equal(counter.exact, false);
      assert.match(counter.basis, /^an estimate for (claude|gemini)-x/);
      assert.ok(counter.api);
    }
  });

  for (const [name, payload, tools, expected] of [
    ['a text', user({ type: 'text', text: 'one two three four' }), undefined, 4 + 5],
    ['a string', [{ role: 'user', content: 'one two three four' }], undefined, 4 + 5],
    [
      'thinking',
      user({ type: 'thinking', thinking: 'one two three four', signature: 'x'.repeat(99) }),
      undefined,
      4 + 5,
    ],
    ['a call', user({ type: 'tool_use', id: '1', name: 'one', input: {} }), undefined, 4 + 3],
    [
      'a result',
      user({ type: 'tool_result', content: [{ type: 'text', text: 'one two three four' }] }),
      undefined,
      4 + 5,
    ],
    ['an image', user(image(png(300, 250))), undefined, 4 + 100],
    ['a large image', user(image(png(9000, 9000))), undefined, 4 + 1600],
    [
      'an image from elsewhere',
      user({ type: 'image', source: { type: 'url', url: 'https://x' } }),
      undefined,
      4 + 1600,
    ],
    ['no image', user(image('?')), undefined, 4 + 1600],
    ['tools', user(), [{ name: 'one' }], 4 + 10],
    ['nothing known', user({ type: 'video' }, 5, null), undefined, 4],
  ] as const)
    test(`Anthropic: ${name}`, async () => assert.equal(await anthropic.count(payload, tools), expected));

  test('Anthropic: takes the system message out of the list, as AgentScope does', async () => {
    const payload = [{ role: 'system', content: 'one two three four' }, ...user({ type: 'text', text: '' })];
    assert.equal(await anthropic.count(payload), 4 + 5);
    assert.deepEqual(payload, user({ type: 'text', text: '' }));
    assert.throws(() => anthropic.count([]), { class: 'IndexError', message: 'list index out of range' });
  });

  for (const [name, payload, tools, expected] of [
    ['a text', parts({ text: 'one two three four' }), undefined, 1 + 4],
    ['a small image', parts(inline(png(384, 384))), undefined, 1 + 258],
    ['a large image', parts(inline(png(1000, 400))), undefined, 1 + 2 * 258],
    ['what is not an image', parts(inline('?')), undefined, 1 + 258],
    ['a sound', parts(inline('AAAA', 'audio/mp3')), undefined, 1],
    ['nothing known', [null, { role: 'user' }, ...parts(null)], undefined, 3],
  ] as const)
    test(`Gemini: ${name}`, async () => assert.equal(await gemini.count(payload, tools), expected));

  test('texts alone', async () => {
    assert.deepEqual(
      [await anthropic.countText('one two three four'), await gemini.countText('one two three four')],
      [5, 4],
    );
  });

  test('a model must be named', () => {
    for (const type of ['AnthropicTokenCounter', 'GeminiTokenCounter']) {
      const message = `${type}.__init__() missing 1 required positional argument: 'model_name'`;
      assert.throws(() => createTokenCounter({ type }), { class: 'TypeError', message });
      assert.throws(() => createTokenCounter({ type, model_name: 5 }), { class: 'TypeError' });
    }
  });
});
