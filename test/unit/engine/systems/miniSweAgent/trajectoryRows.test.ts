import { deepEqual } from 'node:assert/strict';
import { cutterFor } from '../../../../../src/engine/evaluation/index.ts';

test('messages are rows in a trajectory of mini-swe-agent, and a record’s own elsewhere', () => {
  const records = (text: string) => {
    const found: string[] = [];
    const cutter = cutterFor({ kind: 'items' });
    const take: Parameters<typeof cutter.push>[1] = ({ bytes }) => {
      found.push(new TextDecoder().decode(bytes));
    };
    cutter.push(new TextEncoder().encode(text), take);
    cutter.end(take);
    return found;
  };
  const list = '"messages": [{"role": "user"}, {"role": "assistant"}]';
  deepEqual(records(`{"info": {"messages": [1]}, ${list}, "trajectory_format": "mini-swe-agent-1"}`), [
    '{"role": "user"}',
    '{"role": "assistant"}',
  ]);
  deepEqual(records(`{"about": "info", ${list}}`), [`{"about": "info", ${list}}`]);
  deepEqual(records(`{"info": 1}\n{"id": 2, ${list}}`), ['{"info": 1}', `{"id": 2, ${list}}`]);
});
