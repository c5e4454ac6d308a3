import assert from 'node:assert/strict';
import type { Resources } from '../../../../src/engine/core/resources.ts';
import type { TokenCounterSpec } from '../../../../src/engine/tokens/counter.ts';
import { createTokenCounter } from '../../../../src/engine/tokens/createTokenCounter.ts';
import { encodingForModel } from '../../../../src/engine/tokens/openaiModels.ts';
import { testHost } from './testHost.ts';

const host = testHost();
const counter = createTokenCounter('OpenAITokenCounter:gpt-4o', host);
const user = (content: unknown) => [{ role: 'user', content }];
const image = (url: unknown, detail?: unknown) =>
  user([{ type: 'image_url', image_url: { url, ...(detail !== undefined && { detail }) } }]);
const tool = (fn: unknown) => [{ type: 'function', function: fn }];
const gif = 'R0lGODdhLAECAA==';

suite('OpenAITokenCounter', () => {
  test('takes the encoding that tiktoken takes', () => {
    const models: readonly (readonly [string, string | undefined])[] = [
      ['gpt-4o-2024-05-13', 'o200k_base'],
      ['gpt-4o-mini', 'o200k_base'],
      ['gpt-5-nano', 'o200k_base'],
      ['gpt-4.5-preview', 'o200k_base'],
      ['gpt-4.5', undefined],
      ['gpt-oss-120b', 'o200k_harmony'],
      ['gpt-4-0613', 'cl100k_base'],
      ['gpt-35-turbo', 'cl100k_base'],
      ['ft:gpt-4o:me', 'o200k_base'],
      ['ft:gpt-4:me', 'cl100k_base'],
      ['text-davinci-edit-001', 'p50k_edit'],
      ['text-davinci-003', 'p50k_base'],
      ['ada', 'r50k_base'],
      ['gpt-2', 'gpt2'],
      ['o5-next', undefined],
      ['claude-3', undefined],
      ['', undefined],
    ];
    for (const [model, name] of models) assert.equal(encodingForModel(model)?.name, name, model);
  });

  test('is exact for models that tiktoken knows, and says what an unknown one is counted as', async () => {
    assert.deepEqual([counter.exact, counter.basis], [true, 'o200k_base for gpt-4o']);
    const unknown = createTokenCounter({ type: 'OpenAITokenCounter', model_name: 'qwen-max' }, host);
    assert.equal(unknown.exact, false);
    assert.match(unknown.basis, /^o200k_base, because qwen-max is not/);
    assert.equal(await unknown.countText('hello world'), 2);
  });

  test('options that the class does not take are its errors', () => {
    const specs: readonly (readonly [TokenCounterSpec | string, string, string])[] = [
      [
        'OpenAITokenCounter',
        'TypeError',
        "OpenAITokenCounter.__init__() missing 1 required positional argument: 'model_name'",
      ],
      [
        { type: 'OpenAITokenCounter', model_name: 'gpt-4', use_fast: true },
        'TypeError',
        "OpenAITokenCounter.__init__() got an unexpected keyword argument 'use_fast'",
      ],
      [
        { type: 'OpenAITokenCounter', model_name: null },
        'AttributeError',
        "'NoneType' object has no attribute 'startswith'",
      ],
    ];
    for (const [spec, name, message] of specs)
      assert.throws(() => createTokenCounter(spec, host), { class: name, message });
  });

  test('special tokens are refused in messages and plain in texts', async () => {
    const names = ['startoftext', 'return', 'constrain', 'channel', 'start', 'end', 'message', 'call', 'endofprompt'];
    for (const name of [...names, 'endoftext', 'reserved_200000', 'reserved_201087']) {
      const harmony = createTokenCounter('OpenAITokenCounter:gpt-oss-20b', host);
      await assert.rejects(async () => harmony.count(user([{ type: 'text', text: `<|${name}|>` }])), name);
    }
    const text = 'a <|end|><|fim_middle|> b';
    assert.equal(typeof (await counter.count(user(text))), 'number');
    for (const [model, token] of [
      ['gpt-4', '<|fim_middle|>'],
      ['gpt-oss-20b', '<|end|>'],
    ]) {
      const other = createTokenCounter(`OpenAITokenCounter:${model}`, host);
      assert.equal(typeof (await other.countText(text)), 'number');
      const message = `Encountered text corresponding to disallowed special token '${token}'.\n`;
      await assert.rejects(
        async () => other.count(user([{ type: 'text', text }])),
        (error: Error) => error.message.startsWith(message),
      );
    }
  });

  test('what AgentScope cannot count is its error', async () => {
    const failures: readonly (readonly [unknown, unknown, string, string])[] = [
      [null, null, 'TypeError', "'NoneType' object is not iterable"],
      [['x'], null, 'AttributeError', "'str' object has no attribute 'items'"],
      [user(5), null, 'TypeError', "Invalid type <class 'int'> in the content field: 5"],
      [user([{ type: 'text' }]), null, 'KeyError', "'text'"],
      [user([{ type: 'text', text: null }]), null, 'TypeError', 'expected string or buffer'],
      [user([{ type: 'image_url' }]), null, 'KeyError', "'image_url'"],
      [user([{ type: 'image_url', image_url: 'u' }]), null, 'TypeError', "string indices must be integers, not 'str'"],
      [image(null), null, 'AttributeError', "'NoneType' object has no attribute 'startswith'"],
      [image('data:image/png,x'), null, 'IndexError', 'list index out of range'],
      [image('data:image/png;base64,QUJD'), null, 'UnidentifiedImageError', 'cannot identify image file'],
      [
        image(`data:image/gif;base64,${gif}`, null),
        null,
        'ValueError',
        "Unsupported image detail None, expected one of ['low', 'auto', 'high'].",
      ],
      [
        image('https://ex.org/a.png'),
        null,
        'NetworkNotAllowed',
        'https://ex.org/a.png would have to be fetched, and ParserLens may not use the network.',
      ],
      [[], [{}], 'KeyError', "'function'"],
      [
        [],
        tool({ name: 'f', description: null }),
        'AttributeError',
        "'NoneType' object has no attribute 'removesuffix'",
      ],
      [[], tool({ name: 'f', parameters: {} }), 'KeyError', "'properties'"],
      [
        [],
        tool({ name: 'f', parameters: { properties: null } }),
        'TypeError',
        "object of type 'NoneType' has no len()",
      ],
      [
        [],
        tool({ name: 'f', parameters: { properties: { a: 5 } } }),
        'AttributeError',
        "'int' object has no attribute 'get'",
      ],
      [
        [],
        tool({ name: 'f', parameters: { properties: { a: { type: 'integer', enum: [1] } } } }),
        'TypeError',
        'expected string or buffer',
      ],
    ];
    for (const [messages, tools, name, message] of failures)
      await assert.rejects(async () => counter.count(messages, tools), { class: name, message });
  });

  test('remote images are fetched once, in three tries at most', async () => {
    const asked: string[] = [];
    const resources = (failures: number): Resources => ({
      cwd: '/',
      readFile: async () => undefined,
      fetch: async url => {
        asked.push(url);
        if (asked.length <= failures) throw new Error('503');
        return Buffer.from(gif, 'base64');
      },
    });
    const fresh = () => createTokenCounter('OpenAITokenCounter:gpt-4o', host);
    const twice = [...image('https://ex.org/a.gif', 'low'), ...image('https://ex.org/a.gif', 'low')];
    assert.equal(await fresh().count(twice, null, resources(2)), 3 + 2 * (3 + 1 + 85));
    assert.equal(asked.length, 3);
    asked.length = 0;
    await assert.rejects(async () => fresh().count(twice, null, resources(3)), { class: 'HTTPError', message: '503' });
    assert.equal(asked.length, 3);
  });
});
