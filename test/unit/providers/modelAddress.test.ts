import assert from 'node:assert/strict';
import { keyFor } from '../../../src/providers/keyFor.ts';
import { ModelAddressError, readModelAddress } from '../../../src/providers/modelAddress.ts';

suite('addresses of models', () => {
  const cases: readonly (readonly [written: string, api: string, base: string, model: string])[] = [
    ['http://127.0.0.1:11434/v1#llama3', 'openai', 'http://127.0.0.1:11434/v1', 'llama3'],
    ['http://127.0.0.1:8000#qwen', 'openai', 'http://127.0.0.1:8000/v1', 'qwen'],
    [
      'https://dashscope.aliyuncs.com/compatible-mode/v1/#qwen-max',
      'openai',
      'https://dashscope.aliyuncs.com/compatible-mode/v1',
      'qwen-max',
    ],
    ['http://localhost:11434#llama3:8b', 'ollama', 'http://localhost:11434', 'llama3:8b'],
    ['http://box.local/api#m', 'ollama', 'http://box.local', 'm'],
    ['https://api.anthropic.com#claude-x', 'anthropic', 'https://api.anthropic.com/v1', 'claude-x'],
    [
      'https://generativelanguage.googleapis.com#gemini-x',
      'gemini',
      'https://generativelanguage.googleapis.com/v1beta',
      'gemini-x',
    ],
    [
      'https://generativelanguage.googleapis.com/v1beta/openai#gemini-x',
      'openai',
      'https://generativelanguage.googleapis.com/v1beta/openai',
      'gemini-x',
    ],
    ['anthropic+http://127.0.0.1:9#a#b', 'anthropic', 'http://127.0.0.1:9/v1', 'a#b'],
  ];
  for (const [written, api, base, model] of cases)
    test(written, () => {
      const { host, ...address } = readModelAddress(written);
      assert.deepEqual(address, { api, base, model });
      assert.equal(host, new URL(base).host);
    });

  for (const [what, written, words] of [
    ['names no model', 'http://127.0.0.1/v1', /Name the model after a `#`/],
    ['is not an address', 'llama3', /Write the address/],
    ['is not of HTTP', 'ftp://host/v1#m', /http: or https: only/],
    ['holds a password', 'https://user:secret@host/v1#m', /never in addresses/],
    ['holds a key', 'https://host/v1?key=secret#m', /never in addresses/],
    ['names an API that there is not', 'cohere+https://host#m', /There is no API `cohere`/],
    ['sends a known provider’s key in the clear', 'http://api.anthropic.com#m', /https: only/],
  ] as const)
    test(`refuses what ${what}`, () => {
      assert.throws(
        () => readModelAddress(written),
        (error: Error) => {
          assert.ok(error instanceof ModelAddressError);
          assert.match(error.message, words);
          assert.doesNotMatch(error.message, /secret/);
          return true;
        },
      );
    });
});

suite('which key goes where', () => {
  const env = { OPENAI_API_KEY: 'o', ANTHROPIC_API_KEY: 'a', GEMINI_API_KEY: 'g', MINE: 'm' };
  const key = (written: string, variable?: string) => keyFor(readModelAddress(written), env, variable);

  test('a provider’s customary key goes to its own host and to this machine', () => {
    assert.equal(key('https://api.openai.com/v1#m'), 'o');
    assert.equal(key('https://api.anthropic.com#m'), 'a');
    assert.equal(key('https://generativelanguage.googleapis.com#m'), 'g');
    assert.equal(key('http://127.0.0.1:8000/v1#m'), 'o');
    assert.equal(key('anthropic+http://localhost:8000#m'), 'a');
  });

  test('it goes nowhere else', () => {
    assert.equal(key('https://api.openai.com.evil.example/v1#m'), undefined);
    assert.equal(key('https://api.deepseek.com/v1#m'), undefined);
    assert.equal(key('http://api.openai.com/v1#m'), undefined);
    assert.equal(key('anthropic+https://api.openai.com/v1#m'), undefined);
    assert.equal(key('http://127.0.0.1.evil.example/v1#m'), undefined);
    assert.equal(key('http://127.0.0.1:11434#m'), undefined);
  });

  test('a key that the user names goes where the user says', () => {
    assert.equal(key('https://api.deepseek.com/v1#m', 'MINE'), 'm');
    assert.equal(key('https://api.openai.com/v1#m', 'MINE'), 'm');
  });
});
