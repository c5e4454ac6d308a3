import assert from 'node:assert/strict';
import { ApiKeys } from '../../../src/extension/tokens/apiKeys.ts';
import { type AddressedQuestion, askProvider } from '../../../src/extension/tokens/askProvider.ts';
import type { ProviderAnswer } from '../../../src/service/providerCounts.ts';

const own = 'https://api.anthropic.com/v1/messages/count_tokens';
const counted: ProviderAnswer = { ok: true, tokens: 7 };
const refused = (name: string): ProviderAnswer => ({ ok: false, error: { class: name, message: 'no' } });

suite('asking a provider', () => {
  let secrets: Map<string, string>;
  let memory: Map<string, unknown>;
  let keys: ApiKeys;
  let log: string[];

  setup(() => {
    secrets = new Map();
    memory = new Map();
    log = [];
    keys = new ApiKeys(
      {
        get: async name => secrets.get(name),
        store: async (name, value) => void secrets.set(name, value),
        delete: async name => void secrets.delete(name),
      },
      {
        get: <T>(name: string) => memory.get(name) as T,
        update: async (name, value) => void memory.set(name, value),
      },
    );
  });

  interface Person {
    readonly trusted?: boolean;
    readonly agrees?: boolean;
    readonly types?: string;
    readonly answer?: ProviderAnswer;
  }
  const ask = (url: string, { trusted = false, agrees = true, types, answer = counted }: Person = {}) =>
    askProvider(
      { provider: 'Anthropic', url, messages: 1, length: 2 },
      {
        keys,
        isTrusted: () => trusted,
        confirm: async ({ place, isOwn }: AddressedQuestion) => {
          log.push(`confirm ${place} ${isOwn}`);
          return agrees;
        },
        askKey: async ({ place }: AddressedQuestion) => {
          log.push(`key ${place}`);
          return types;
        },
        send: async (host, key) => {
          log.push(`send ${host} ${key}`);
          return answer;
        },
      },
    );

  test('a key is asked for once, after the confirmation, and forgotten on request', async () => {
    assert.deepEqual(await ask(own, { types: ' k \n' }), { kind: 'counted', tokens: 7, place: 'api.anthropic.com' });
    assert.deepEqual(log, ['confirm api.anthropic.com true', 'key api.anthropic.com', 'send api.anthropic.com k']);
    log = [];
    await ask(own);
    assert.deepEqual(log, ['confirm api.anthropic.com true', 'send api.anthropic.com k']);
    assert.deepEqual(keys.origins, ['https://api.anthropic.com']);
    assert.ok(!JSON.stringify([...memory]).includes('"k"'));
    await keys.forget('https://api.anthropic.com');
    assert.deepEqual([secrets.size, keys.origins], [0, []]);
  });

  test('nothing is sent without agreement, or without a key', async () => {
    assert.deepEqual(await ask(own, { agrees: false, types: 'k' }), { kind: 'cancelled' });
    assert.deepEqual(await ask(own, {}), { kind: 'cancelled' });
    assert.deepEqual(await ask(own, { types: ' ' }), { kind: 'cancelled' });
    assert.ok(log.every(line => !line.startsWith('send')));
    assert.equal(secrets.size, 0);
  });

  for (const [url, place] of [
    ['https://evil.example/v1', 'evil.example'],
    ['http://api.anthropic.com/v1', 'http://api.anthropic.com'],
    ['https://api.anthropic.com@evil.example/v1', 'evil.example'],
    ['https://api.anthropic.com:444/v1', 'api.anthropic.com:444'],
    ['https://api.anthropic.com.evil.example/v1', 'api.anthropic.com.evil.example'],
  ] as const)
    test(`${url} is asked in a trusted workspace alone, never with another's key`, async () => {
      await ask(own, { types: 'k' });
      log = [];
      assert.deepEqual(await ask(url, { types: 'other' }), { kind: 'untrusted', place });
      assert.deepEqual(log, []);
      await ask(url, { trusted: true, types: 'other' });
      assert.deepEqual(log.slice(0, 2), [`confirm ${place} false`, `key ${place}`]);
      assert.match(log[2]!, /^send .* other$/);
    });

  test('a key that was refused is not kept; one that was kept may be forgotten', async () => {
    const failed = { kind: 'failed', message: 'no', origin: 'https://api.anthropic.com' };
    const wrong = { types: 'k', answer: refused('AuthenticationError') };
    assert.deepEqual(await ask(own, wrong), { ...failed, isKeyRefused: false });
    assert.equal(secrets.size, 0);
    assert.deepEqual(await ask(own, { types: 'k', answer: refused('RateLimitError') }), {
      ...failed,
      isKeyRefused: false,
    });
    assert.equal(secrets.size, 1);
    assert.deepEqual(await ask(own, wrong), { ...failed, isKeyRefused: true });
  });
});
