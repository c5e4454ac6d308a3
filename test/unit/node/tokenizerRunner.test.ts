import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTokenCounter, formatConversation, type Host, readConversation } from '../../../src/engine/index.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { TokenizerRunner } from '../../../src/node/tokenizers/tokenizerRunner.ts';

const split = (pattern: string) => ({
  type: 'Split',
  pattern: { Regex: pattern },
  behavior: 'Isolated',
  invert: false,
});
const tokenizer = (more: Readonly<Record<string, unknown>>) => ({
  version: '1.0',
  added_tokens: [{ id: 3, content: '[END]', special: true }],
  normalizer: null,
  pre_tokenizer: split('\\s+|[.]'),
  post_processor: null,
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: { '[UNK]': 0, be: 1, kind: 2 },
  },
  ...more,
});
/** A rule that doubles the text, many times. */
const doubling = {
  type: 'Sequence',
  normalizers: Array.from({ length: 60 }, () => ({ type: 'Replace', pattern: { Regex: 'a' }, content: 'aa' })),
};
const hostile = `${'a'.repeat(64)}b`;

suite('TokenizerRunner', () => {
  const runner = new TokenizerRunner(() => join(process.cwd(), 'dist/tokenizer.js'));
  const config = {};
  suiteTeardown(() => runner.dispose());
  const filesOf = (more: Readonly<Record<string, unknown>> = {}) => ({ json: tokenizer(more), config });

  test('counts, with special tokens and without', async () => {
    const files = filesOf();
    const counts = [];
    for (const isPlain of [false, true])
      counts.push(await runner.count({ files, text: 'be kind[END]', isPlain }, 10_000));
    assert.deepEqual(counts, [
      { ok: true, count: 4 },
      { ok: true, count: 3 },
    ]);
  });

  test('four tokenizers at once, two processes: none ends another between its loading and its counting @slow', async () => {
    const all = [filesOf(), filesOf(), filesOf(), filesOf()];
    const jobs = [...all, ...all].map(files => runner.count({ files, text: 'be kind', isPlain: false }, 10_000));
    for (const outcome of await Promise.all(jobs)) assert.deepEqual(outcome, { ok: true, count: 3 });
  });

  test('a pattern that never ends is ended; after five times it is not tried again @slow', async () => {
    const files = filesOf({ pre_tokenizer: split('(a+)+!') });
    assert.deepEqual(await runner.count({ files, text: 'be', isPlain: false }, 10_000), { ok: true, count: 1 });
    const run = (name: number) => runner.count({ files, text: `${hostile}${name}`, isPlain: false }, 100);
    for (let i = 0; i < 5; i++) {
      const outcome = await run(i);
      assert.equal(!outcome.ok && outcome.error.class, 'TokenizerTimeoutError');
    }
    const outcome = await run(5);
    assert.match(
      outcome.ok ? '' : outcome.error.message,
      /^The tokenizer did not finish within 0\.1 s\..*not run again/,
    );
  });

  test('a text that did not finish is tried once, however many ask for it @slow', async () => {
    const files = filesOf({ pre_tokenizer: split('(a+)+!') });
    const run = (limitMs: number) => runner.count({ files, text: hostile, isPlain: false }, limitMs);
    const [one, other] = await Promise.all([run(100), run(100)]);
    assert.equal(!one.ok && one.error.class, 'TokenizerTimeoutError');
    assert.equal(other, one);
    assert.equal(await run(100), one);
    assert.notEqual(await run(150), one);
    assert.deepEqual(await runner.count({ files, text: 'be', isPlain: false }, 10_000), { ok: true, count: 1 });
  });

  test('one that fills the memory is ended alone @slow', async () => {
    const files = filesOf({ normalizer: doubling });
    const before = process.memoryUsage.rss();
    const outcome = await runner.count({ files, text: 'a', isPlain: false }, 5000);
    assert.match(outcome.ok ? '' : outcome.error.class, /^Tokenizer(?:Timeout)?Error$/);
    assert.ok(process.memoryUsage.rss() - before < 300e6);
  });

  for (const json of [{}, { model: null }, { model: { type: 'Odd' } }, tokenizer({ pre_tokenizer: split('(') })])
    test(`a named error for ${JSON.stringify(json).slice(0, 60)}`, async () => {
      const outcome = await runner.count({ files: { json, config }, text: 'a', isPlain: false }, 10_000);
      assert.equal(outcome.ok || outcome.error.class, 'TokenizerError');
    });
});

suite('a tokenizer with a pattern of its own', () => {
  let folder: string;
  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-tokenizer-'));
    await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer({ pre_tokenizer: split('(a+)+!') })));
    const chat_template = '{% for message in messages %}{{ message.content[0].text }}{% endfor %}';
    await writeFile(join(folder, 'tokenizer_config.json'), JSON.stringify({ chat_template }));
  });
  suiteTeardown(() => rm(folder, { recursive: true, force: true }));

  /** Shorter than what a user waits. */
  const host: Host = { ...nodeHost, countTokens: job => nodeHost.countTokens!(job, 500) };
  const format = (content: string) => {
    const text = JSON.stringify({
      formatter: 'OpenAIChatFormatter',
      token_counter: { type: 'HuggingFaceTokenCounter', pretrained_model_name_or_path: folder },
      messages: [{ name: 'Ann', role: 'user', content }],
    });
    return formatConversation(readConversation(text, 'x.messages.json').conversation!, {}, host);
  };

  test('stops no conversation but its own', async () => {
    const [stuck, good] = await Promise.all([format(hostile), format('be kind')]);
    assert.equal(stuck.ok ? '' : stuck.error.class, 'TokenizerTimeoutError');
    assert.ok(good.ok);
    assert.equal(typeof good.tokens, 'number');
  });

  test('is not run where the host cannot run it apart', async () => {
    const { countTokens: _, ...bare } = nodeHost;
    const spec = { type: 'HuggingFaceTokenCounter', pretrained_model_name_or_path: folder };
    await assert.rejects(async () => createTokenCounter(spec, bare).countText('a'), {
      class: 'TokenizerError',
      message: /They run in a process, which there is not in a browser/,
    });
  });
});
