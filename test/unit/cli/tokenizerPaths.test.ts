import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runCli } from './runCli.ts';

const json = {
  version: '1.0',
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: { type: 'Whitespace' },
  post_processor: null,
  decoder: null,
  model: { type: 'WordPiece', unk_token: '?', max_input_chars_per_word: 100, vocab: { '?': 0, be: 1, kind: 2 } },
};
const config = { chat_template: '{% for message in messages %}{{ message.content }}{% endfor %}' };

suite('parserlens and where the paths of tokenizers start', () => {
  let top: string;
  setup(() => {
    top = mkdtempSync(join(tmpdir(), 'parserlens-'));
    const conversation = (path: string, more: object = {}) => ({
      ...more,
      token_counter: { type: 'HuggingFaceTokenCounter', pretrained_model_name_or_path: path },
      messages: [{ name: 'Ann', role: 'user', content: 'be kind' }],
    });
    const formatter = 'DeepSeekChatFormatter';
    const files: Readonly<Record<string, unknown>> = {
      'model/tokenizer.json': json,
      'model/tokenizer_config.json': config,
      'talks/up.messages.json': conversation('../model', { formatter }),
      'talks/here.messages.json': conversation('model', { formatter }),
      'talks/plain.messages.json': conversation('../model'),
    };
    for (const [path, value] of Object.entries(files)) {
      mkdirSync(join(top, path, '..'), { recursive: true });
      writeFileSync(join(top, path), JSON.stringify(value));
    }
  });
  teardown(() => rmSync(top, { recursive: true }));

  test('one that a conversation names starts at its folder, one of --counter at the current one', async () => {
    const count = async (args: string) => {
      const { code, out, err } = await runCli(top, args);
      return code === 0 ? (JSON.parse(out) as { readonly tokens: number }).tokens : out + err;
    };
    // The process’s own folder, which the command line starts in.
    const given = relative(process.cwd(), join(top, 'model'));
    assert.equal(await count('format talks/up.messages.json --json'), 2);
    assert.equal(await count('tokens talks/up.messages.json --json'), 2);
    assert.equal(await count('tokens talks/plain.messages.json --json'), 2);
    assert.equal(await count(`format talks/here.messages.json --json --counter HuggingFaceTokenCounter:${given}`), 2);
    const { code, out } = await runCli(top, 'format talks/here.messages.json --json');
    assert.equal(code, 1);
    assert.match(out, /There is no tokenizer for model\./);
  });
});
