import assert from 'node:assert/strict';
import { fetchFrom } from '../../../src/providers/allowedHosts.ts';
import { isAllowedHost } from '../../../src/providers/isAllowedHost.ts';
import { keyFor, withoutKey } from '../../../src/providers/keyFor.ts';
import { runCli } from '../cli/runCli.ts';

suite('hosts that the user named', () => {
  for (const [url, host, expected] of [
    ['https://example.com/a.png', 'example.com', true],
    ['https://EXAMPLE.com/a.png', 'Example.COM', true],
    ['http://localhost:8080/a.png', 'localhost', true],
    ['http://localhost:8080/a.png', 'localhost:8080', true],
    ['http://localhost:8080/a.png', 'localhost:80', false],
    ['https://example.com/a.png', 'example.com:443', true],
    ['https://example.com.evil.org/a.png', 'example.com', false],
    ['https://example.com@evil.org/a.png', 'example.com', false],
    ['http://[::1]:9/a.png', '[::1]', true],
  ] as const)
    test(`${url}, ${host}`, () => assert.equal(isAllowedHost(url, [host]), expected));

  test('any other is refused at once, in the words of what may not be used', async () => {
    await assert.rejects(fetchFrom('https://example.com/a.png', ['example.org']), { class: 'NetworkNotAllowed' });
  });

  test('a whole address is no host', async () => {
    const given = 'format - --allow-host https://example.com/a.png';
    const { code, err } = await runCli(process.cwd(), given, '[]');
    assert.equal(code, 2);
    assert.match(
      err,
      /--allow-host https:\/\/example\.com\/a\.png: name the host alone, as in --allow-host example\.com\./,
    );
  });
});

suite('keys out of the environment', () => {
  const address = { api: 'openai', base: 'https://api.openai.com/v1' } as const;
  for (const variable of [undefined, 'MINE'])
    test(`are trimmed where they are read, so that what is sent is what is cleaned away: ${variable}`, () => {
      const env = { OPENAI_API_KEY: ' sk-1\n', MINE: 'sk-1\r\n' };
      const key = keyFor(address, env, variable);
      assert.equal(key, 'sk-1');
      assert.equal(withoutKey('Wrong key: sk-1.', key), 'Wrong key: ….');
    });

  test('what is blank is none', () => assert.equal(keyFor(address, { OPENAI_API_KEY: ' \n' }), undefined));
});
