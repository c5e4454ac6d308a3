import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findPython } from '../../../../src/node/python/findPython.ts';
import { importRoot } from '../../../../src/node/python/importRoot.ts';

suite('which Python runs a module', () => {
  let folder: string;
  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-find-'));
  });
  suiteTeardown(() => rm(folder, { recursive: true, force: true }));
  const program = async (path: string) => {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, '');
    await chmod(file, 0o755);
    return file;
  };
  const find = async (places: Parameters<typeof findPython>[1], module = 'a/b/m.py') => {
    const found = await findPython(join(folder, module), { env: {}, platform: 'linux', ...places });
    return 'message' in found ? found : { ...found, command: found.command.slice(folder.length + 1) };
  };

  test('the order: named, selected, environments above, those that are active, the PATH', async () => {
    const nothing = await find({ top: folder });
    assert.equal('class' in nothing && nothing.class, 'PythonNotFound');
    assert.match(
      'message' in nothing ? nothing.message : '',
      /^There is no Python: .*parserlens\.python\.interpreter.*--python/,
    );
    await program('bin/python');
    await program('bin/python3');
    const env = {
      PATH: `relative:${join(folder, 'bin')}`,
      CONDA_PREFIX: join(folder, 'conda'),
      VIRTUAL_ENV: join(folder, 'v'),
    };
    assert.deepEqual(await find({ env }), { command: 'bin/python3', args: [], from: 'PATH' });
    await program('conda/bin/python');
    assert.deepEqual(await find({ env }), { command: 'conda/bin/python', args: [], from: '$CONDA_PREFIX' });
    await program('v/bin/python');
    assert.deepEqual(await find({ env }), { command: 'v/bin/python', args: [], from: '$VIRTUAL_ENV' });
    await program('venv/bin/python');
    assert.equal((await find({ env })) && 'command' in (await find({ env })), true);
    assert.deepEqual(await find({ env, top: join(folder, 'a') }), {
      command: 'v/bin/python',
      args: [],
      from: '$VIRTUAL_ENV',
    });
    assert.deepEqual(await find({ env, top: folder }), {
      command: 'venv/bin/python',
      args: [],
      from: `venv in ${folder}`,
    });
    await program('a/.venv/bin/python');
    assert.deepEqual(await find({ env, top: folder }), {
      command: 'a/.venv/bin/python',
      args: [],
      from: `.venv in ${join(folder, 'a')}`,
    });
    const selected = await program('selected');
    assert.deepEqual(await find({ env, top: folder, selected }), {
      command: 'selected',
      args: [],
      from: 'selected in the editor',
    });
    assert.deepEqual(await find({ env, top: folder, selected: join(folder, 'gone') }), {
      command: 'a/.venv/bin/python',
      args: [],
      from: `.venv in ${join(folder, 'a')}`,
    });
    const named = (path: string) => find({ env, selected, named: { path, by: '--python' } });
    assert.deepEqual(await named(join(folder, 'v')), { command: 'v/bin/python', args: [], from: '--python' });
    assert.deepEqual(await named('python3'), { command: 'bin/python3', args: [], from: '--python' });
    assert.deepEqual(await named('/gone'), {
      class: 'PythonNotFound',
      message: 'There is no Python /gone, which --python names.',
    });
  });

  test('Windows has other names', async () => {
    await program('w/Scripts/python.exe');
    await program('path/py.exe');
    const options = { platform: 'win32', env: { Path: join(folder, 'path') } } as const;
    assert.deepEqual(await find(options, 'x/m.py'), { command: 'path/py.exe', args: ['-3'], from: 'PATH' });
    assert.deepEqual(await find({ ...options, named: { path: join(folder, 'w'), by: 'x' } }), {
      command: 'w/Scripts/python.exe',
      args: [],
      from: 'x',
    });
  });

  test('imports start at the nearest project, no higher than the workspace’s folder', async () => {
    await program('ws/proj/pyproject.toml');
    const root = (path: string, top?: string) => {
      const { root, own, isProject } = importRoot(join(folder, path), top && join(folder, top));
      return [root, own].map(each => each.slice(folder.length + 1)).concat(String(isProject));
    };
    assert.deepEqual(root('ws/proj/src/a/m.py', 'ws'), ['ws/proj', 'ws', 'true']);
    assert.deepEqual(root('ws/proj/src/a/m.py'), ['ws/proj', 'ws/proj', 'true']);
    assert.deepEqual(root('ws/proj/src/a/m.py', 'ws/proj/src'), ['ws/proj/src', 'ws/proj/src', 'false']);
    assert.deepEqual(root('ws/other/m.py', 'ws'), ['ws', 'ws', 'false']);
    assert.deepEqual(root('ws/other/m.py', 'elsewhere'), ['ws/other', 'ws/other', 'false']);
  });
});
