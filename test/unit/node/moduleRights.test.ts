import assert from 'node:assert/strict';
import type { Host, ModuleJob } from '../../../src/engine/index.ts';
import { withModuleRights } from '../../../src/node/moduleRights.ts';

suite('the right of modules to run', () => {
  const job = (file: string): ModuleJob => ({ file, module: 'm.mjs', export: 'parse', args: [] });
  const outcomeOf = ({ file }: ModuleJob) => ({ ok: true, value: file, called: true }) as const;
  const host: Host = {
    runModule: async each => outcomeOf(each),
    runModules: async jobs => jobs.map(outcomeOf),
  };
  const rights = { named: [['/d/named.json', 'm.mjs']] } as const;

  test('is asked for each of many calls as for one', async () => {
    const files = ['/d/other.json', '/d/named.json', '/d/other.json', '/d/named.json'];
    const guarded = withModuleRights(host, () => rights);
    const many = await guarded.runModules?.(files.map(job), 1);
    assert.deepEqual(
      many?.map(each => (each.ok ? each.value : each.error.class)),
      ['ModuleNotTrusted', '/d/named.json', 'ModuleNotTrusted', '/d/named.json'],
    );
    assert.deepEqual(many, await Promise.all(files.map(file => guarded.runModule?.(job(file), 1))));
  });

  test('a host without the one way has not the other', () => {
    const { runModule: _, ...rest } = host;
    assert.equal(withModuleRights(rest, () => rights).runModules, undefined);
    const { runModules: __, ...single } = host;
    assert.equal(withModuleRights(single, () => rights).runModules, undefined);
  });
});
