import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { requireCached } from '../../../src/node/codeCache.ts';

async function until(isSo: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 30_000; !isSo(); ) {
    assert.ok(Date.now() < deadline, `Waited in vain for ${isSo}`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

/** A bundle that says something to whoever started its thread, which goes on. */
function says(what: unknown): string {
  return `const { parentPort } = require('node:worker_threads');
  parentPort.on('message', () => {});
  parentPort.postMessage(${JSON.stringify(what)});`;
}

suite('requireCached', () => {
  let folder: string;
  let codeFolder: string;

  setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-code-'));
    codeFolder = join(folder, 'code');
  });
  teardown(() => rmSync(folder, { recursive: true, force: true }));

  const bundle = (name: string, source: string): string => {
    const file = join(folder, name);
    writeFileSync(file, source);
    return file;
  };
  /** What a bundle says in a thread of its own, which is ended when its code was kept. */
  const said = async (name: string, isKept = () => kept(name).length > 0): Promise<unknown> => {
    buildSync({
      entryPoints: ['src/node/cachedThread.ts'],
      bundle: true,
      platform: 'node',
      outfile: join(folder, 'thread.js'),
    });
    const worker = new Worker(join(folder, 'thread.js'), { workerData: { bundle: name, codeCache: codeFolder } });
    try {
      const [answer] = await once(worker, 'message');
      await until(isKept);
      return answer;
    } finally {
      await worker.terminate();
    }
  };
  const kept = (name: string): readonly string[] => {
    try {
      return readdirSync(codeFolder).filter(each => each.startsWith(`${name}.`) && each.split('.').length === 3);
    } catch {
      return [];
    }
  };
  /** The code that is kept of a bundle, other than `before`. */
  const keptCode = async (name: string, before?: string): Promise<string> => {
    const found = () => kept(name).find(each => each !== before);
    await until(() => found() !== undefined);
    return found()!;
  };

  test('a bundle runs as Node would run it, with what it requires', async () => {
    bundle('beside.js', 'exports.count = (exports.count ?? 0) + 1;');
    const file = bundle(
      'a.js',
      `const beside = require('./beside.js');
      exports.isNew = require('./beside.js') !== beside;
      exports.names = [__filename, __dirname, require('node:path').basename(__filename), this === exports];
      exports.resolved = require.resolve('./beside.js');
      exports.count = beside.count;
      exports.later = () => import('node:os');`,
    );
    const a = requireCached(file, codeFolder) as Record<string, unknown> & { later(): Promise<{ tmpdir(): string }> };
    assert.deepEqual(a.names, [file, folder, 'a.js', true]);
    assert.equal(a.resolved, join(folder, 'beside.js'));
    assert.deepEqual([a.count, a.isNew], [1, false]);
    assert.equal((await a.later()).tmpdir(), tmpdir());
    await keptCode('beside.js');
    const cached = requireCached(file, codeFolder) as typeof a;
    assert.deepEqual([cached.count, cached.names], [1, a.names]);
    assert.equal((await cached.later()).tmpdir(), tmpdir());
  });

  test('a bundle is read as UTF-8', () => {
    const file = bundle('words.js', "module.exports = 'Grüße 🐺';");
    assert.equal(requireCached(file, codeFolder), 'Grüße 🐺');
  });

  test('an error of the bundle is the caller’s, and has its place', () => {
    const file = bundle('bad.js', "\n\nthrow new Error('of the bundle');");
    assert.throws(() => requireCached(file, codeFolder), { message: 'of the bundle', stack: /bad\.js:3:/ });
  });

  test('the code that was kept is what runs', async () => {
    bundle('one.js', says('one'));
    bundle('two.js', says('two'));
    assert.deepEqual([await said('one.js'), await said('two.js')], ['one', 'two']);
    // V8 cannot tell them apart, as they are of one length: so it can be seen which code runs.
    copyFileSync(join(codeFolder, kept('one.js')[0]!), join(codeFolder, kept('two.js')[0]!));
    assert.equal(await said('two.js'), 'one');
  });

  test('another text of a bundle has other code, and the old one goes', async () => {
    const file = bundle('a.js', 'module.exports = 1;');
    assert.equal(requireCached(file, codeFolder), 1);
    const first = await keptCode('a.js');
    assert.equal(statSync(codeFolder).mode & 0o777, 0o700);
    bundle('a.js', 'module.exports = 2;');
    assert.equal(requireCached(file, codeFolder), 2);
    const second = await keptCode('a.js', first);
    await until(() => kept('a.js').length === 1);
    assert.deepEqual(readdirSync(codeFolder), [second]);
  });

  test('what a bundle is loaded for has code of its own, and goes with another text of it', async () => {
    const file = bundle('a.js', 'module.exports = 1;');
    requireCached(file, codeFolder);
    requireCached(file, codeFolder, 'check');
    await until(() => existsSync(codeFolder) && readdirSync(codeFolder).length === 2);
    const [first] = kept('a.js');
    assert.deepEqual(readdirSync(codeFolder), [first, `check.${first}`].sort());
    bundle('a.js', 'module.exports = 22;');
    assert.equal(requireCached(file, codeFolder, 'check'), 22);
    await until(() => !readdirSync(codeFolder).includes(first!));
    assert.match(readdirSync(codeFolder).join(), /^check\.a\.js\.[^.]+$/);
  });

  test('code that V8 does not take is made anew', async () => {
    bundle('a.js', says(1));
    await said('a.js');
    const path = join(codeFolder, kept('a.js')[0]!);
    const { length } = readFileSync(path);
    writeFileSync(path, 'no code at all');
    assert.equal(await said('a.js', () => statSync(path).size === length), 1);
  });

  test('the code of a program that ends before is kept as well', async () => {
    bundle('short.js', 'console.log(1);');
    buildSync({
      stdin: {
        contents:
          "import { requireCached } from './src/node/codeCache.ts';\nrequireCached(process.argv[2], process.argv[3]);",
        resolveDir: '.',
      },
      bundle: true,
      platform: 'node',
      outfile: join(folder, 'program.js'),
    });
    const program = () =>
      execFileSync(process.execPath, ['program.js', join(folder, 'short.js'), codeFolder], {
        cwd: folder,
        encoding: 'utf8',
      });
    assert.equal(program(), '1\n');
    const [first] = kept('short.js');
    assert.ok(first);
    assert.equal(program(), '1\n');
    assert.deepEqual(kept('short.js'), [first]);
  });

  test('a folder that cannot be written changes nothing', async () => {
    const file = bundle('a.js', 'module.exports = 1;');
    const blocked = bundle('blocked', '');
    assert.equal(requireCached(file, join(blocked, 'code')), 1);
    requireCached(file, codeFolder);
    // By then the first one was tried, too.
    await keptCode('a.js');
    assert.equal(readFileSync(blocked, 'utf8'), '');
    assert.deepEqual(readdirSync(folder).sort(), ['a.js', basename(blocked), 'code']);
  });
});
