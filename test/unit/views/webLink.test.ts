import assert from 'node:assert/strict';
import { issueMarkdown } from '../../../src/views/issueMarkdown.ts';
import { githubRepository, openedRef, webLink } from '../../../src/views/webLink.ts';

suite('webLink', () => {
  const place = { owner: 'acme', name: 'agents', ref: 'feature/a b', path: 'x y/ä#1.json' };

  test('lines, and what would end a path, are written as addresses have them', () => {
    const file = 'https://vscode.dev/github/acme/agents/blob/feature/a%20b/x%20y/%C3%A4%231.json';
    assert.equal(webLink(place, 3, 3), `${file}#L3`);
    assert.equal(webLink(place, 3, 7), `${file}#L3-L7`);
  });

  const remotes: readonly (readonly [string, string | undefined])[] = [
    ['https://github.com/acme/agents.git', 'acme/agents'],
    ['https://me:secret@github.com/acme/agents', 'acme/agents'],
    ['git@github.com:acme/my.agents.git', 'acme/my.agents'],
    ['ssh://git@github.com/acme/agents/', 'acme/agents'],
    ['https://gitlab.com/acme/agents.git', undefined],
    ['https://github.com.example.org/acme/agents', undefined],
    ['https://example.org/https://github.com/acme/agents', undefined],
    ['https://github.com/acme', undefined],
    ['', undefined],
  ];
  for (const [remote, expected] of remotes)
    test(`the repository of ${remote || 'nothing'}`, () => {
      const found = githubRepository(remote);
      assert.equal(found && `${found.owner}/${found.name}`, expected);
    });

  test('the branch of a virtual folder', () => {
    const hex = Buffer.from(JSON.stringify({ v: 1, ref: { type: 0, id: 'main' } })).toString('hex');
    assert.equal(openedRef(`github+${hex}`), 'main');
    for (const authority of ['github', 'github+zz', 'github+7b7d', 'github+00', 'github+'])
      assert.equal(openedRef(authority), 'HEAD');
  });
});

suite('issueMarkdown', () => {
  const parts = {
    name: 'x',
    type: 'T',
    definition: '{}',
    response: 'hello',
    result: '{}',
    isError: false,
    versions: 'v',
  };

  test('a response that holds fences stays in its own', () => {
    const text = issueMarkdown({ ...parts, response: '````\n</details> @me\n````', isError: true });
    assert.match(text, /\n`````\n````\n<\/details> @me\n````\n`````\n/);
    assert.match(text, /^\*\*A response does not read\*\*: `x` \(`T`\)/);
  });

  test('a name with backticks or lines stays code', () => {
    assert.match(
      issueMarkdown({ ...parts, name: 'a`\n# b' }),
      /^\*\*What a response is read as\*\*: `` a` # b `` \(`T`\)\n/,
    );
  });

  test('what is long is cut, and says so', () => {
    const text = issueMarkdown({ ...parts, response: 'x'.repeat(25_000) });
    assert.ok(text.length < 21_000);
    assert.match(text, /… 5000 more characters/);
  });
});
