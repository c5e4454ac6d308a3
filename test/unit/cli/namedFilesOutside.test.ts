import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCli } from './runCli.ts';

const secret = 'a line that nobody else may see';
const json = '"type": "MarkdownJsonObjectParser"';

suite('parserlens and files that files name outside of the current folder', () => {
  let top: string;
  let here: string;
  setup(() => {
    top = mkdtempSync(join(tmpdir(), 'parserlens-'));
    here = join(top, 'here');
    const sample = (file: string) =>
      `{ ${json}, "samples": [{ "file": ${JSON.stringify(file)}, "expect": { "value": 2 } }] }`;
    const image = (url: string) =>
      JSON.stringify({
        formatter: 'OpenAIChatFormatter',
        messages: [{ name: 'Ann', role: 'user', content: [{ type: 'image', source: { type: 'url', url } }] }],
      });
    const files: Readonly<Record<string, string>> = {
      'secret.png': JSON.stringify(secret),
      'here/good.md': '2',
      'here/inner/good.parser.json': sample('../good.md'),
      'here/inner/good.messages.json': image('../image.png'),
      'here/image.png': 'image',
      'here/up/up.parser.json': sample('../../secret.png'),
      'here/backslash/backslash.parser.json': sample('..\\..\\secret.png'),
      'here/absolute/absolute.parser.json': sample(join(top, 'secret.png')),
      'here/linked/linked.parser.json': sample('link.png'),
      'here/folder/folder.parser.json': sample('link/secret.png'),
      'here/gone/gone.parser.json': sample('/no/such/file'),
      'here/up.messages.json': image('../secret.png'),
      'here/absolute.messages.json': image(join(top, 'secret.png')),
      'here/linked.messages.json': image('linked/link.png'),
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(top, path)), { recursive: true });
      writeFileSync(join(top, path), text);
    }
    symlinkSync('../../secret.png', join(here, 'linked', 'link.png'));
    symlinkSync(top, join(here, 'folder', 'link'));
    symlinkSync(here, join(top, 'alias'));
  });
  teardown(() => rmSync(top, { recursive: true }));

  const cli = (args: string, cwd = here) => runCli(cwd, args);
  const outside = /it is outside of the current folder\. Use --root DIR to name another folder that it may be in\./;

  for (const name of ['up', 'backslash', 'absolute', 'linked', 'folder'])
    test(`check reads no sample from there: ${name}`, async () => {
      const { code, out } = await cli(`check ${name}`);
      assert.equal(code, 1);
      assert.match(out, outside);
      assert.doesNotMatch(out, new RegExp(secret));
      const allowed = await cli(`check ${name} --root ..`);
      assert.match(allowed.out, new RegExp(secret));
      assert.match((await cli(`check here/${name}`, top)).out, new RegExp(secret));
    });

  test('check says the same of a file that is not there', async () =>
    assert.match((await cli('check gone')).out, outside));

  test('check reads what is inside, by whatever way the folder is reached', async () => {
    assert.equal((await cli('check inner')).code, 0);
    assert.equal((await cli('check inner', join(top, 'alias'))).code, 0);
    assert.equal((await cli('check .', join(here, 'inner'))).code, 1);
    assert.equal((await cli('check here/inner --root here', top)).code, 0);
    assert.match(
      (await cli('check here/inner --root here/inner', top)).out,
      /it is outside of here\/inner\. Use --root DIR/,
    );
  });

  test('check --watch does not follow them either', async () => {
    const followed: string[] = [];
    const { checkFile } = await import('../../../src/cli/check/checkFiles.ts');
    const { nodeHost } = await import('../../../src/node/nodeHost.ts');
    const io = { cwd: here, host: nodeHost, env: {} } as never;
    await checkFile('up/up.parser.json', io, { onFile: path => followed.push(path) });
    await checkFile('inner/good.parser.json', io, { onFile: path => followed.push(path) });
    assert.deepEqual(followed, [join(here, 'good.md')]);
  });

  test('robustness mutates no sample from there', async () => {
    assert.match((await cli('robustness up/up.parser.json')).out, outside);
    assert.doesNotMatch((await cli('robustness up/up.parser.json --root ..')).out, outside);
  });

  for (const name of ['up', 'absolute', 'linked'])
    test(`format embeds no image from there: ${name}`, async () => {
      const { code, out, err } = await cli(`format ${name}.messages.json`);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, /FileNotAllowed: \S*(secret|link)\.png is outside of the current folder\. Use --root DIR/);
      const allowed = await cli(`format ${name}.messages.json --root ${top}`);
      assert.deepEqual([allowed.code, allowed.err], [0, '']);
      assert.ok(allowed.out.includes(Buffer.from(JSON.stringify(secret)).toString('base64')));
      assert.match((await cli(`tokens ${name}.messages.json --counter o200k_base`)).err, /FileNotAllowed/);
      assert.equal((await cli(`tokens ${name}.messages.json --counter o200k_base --root ..`)).code, 0);
    });

  test('format embeds an image from inside', async () => {
    assert.ok((await cli('format inner/good.messages.json')).out.includes(Buffer.from('image').toString('base64')));
    assert.match((await cli('format good.messages.json', join(here, 'inner'))).err, /FileNotAllowed/);
  });

  test('--root must be a folder', async () => {
    for (const command of [
      'check',
      'format up.messages.json',
      'tokens up.messages.json',
      'robustness up/up.parser.json',
    ])
      for (const root of ['none', 'good.md']) {
        const { code, err } = await cli(`${command} --root ${root}`);
        assert.deepEqual([code, err], [2, `--root ${root}: there is no such folder.\n`]);
      }
  });
});
