import assert from 'node:assert/strict';
import { fromPlain, type PyDict } from '../../../../../../../src/engine/core/pyValue.ts';
import { readHistoryProcessors } from '../../../../../../../src/engine/systems/sweagent/truncation/historyProcessors/readHistoryProcessors.ts';

suite('cache_control', () => {
  for (const [what, keys, expected] of [
    ['the last two of the user and of tools', {}, [2, 4]],
    ['as many as it is told', { last_n_messages: 3 }, [1, 2, 4]],
    ['none', { last_n_messages: 0 }, []],
    ['none of those at the end that are passed over', { last_n_messages_offset: 1 }, [1, 2]],
    ['those of the roles that it is told', { tagged_roles: ['assistant'] }, [3]],
    ['those of tools alone', { tagged_roles: ['tool'] }, [2]],
  ] as const)
    test(`marks ${what}`, async () => {
      const items = ['system', 'user', 'tool', 'assistant', 'user'].map((role, index) => {
        const old = { type: 'text', text: 'x', cache_control: { type: 'ephemeral' } };
        return { index, entry: new Map(fromPlain({ role, content: [old] }) as PyDict) };
      });
      const [processor] = readHistoryProcessors(fromPlain([{ type: 'cache_control', ...keys }]));
      const remarked: number[] = [];
      const left = await processor!.process(items, index => remarked.push(index), {});
      const marked = left.flatMap(({ index, entry }) => {
        const [part] = entry.get('content') as readonly PyDict[];
        // A tool's entry has the mark itself, others their first part.
        assert.ok(!part!.has('cache_control') || entry.get('role') !== 'tool');
        return part!.has('cache_control') || entry.has('cache_control') ? [index] : [];
      });
      assert.deepEqual([marked, remarked.sort()], [expected, expected]);
    });
});
