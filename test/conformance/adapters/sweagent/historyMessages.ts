import { EngineError } from '../../../../src/engine/core/errors.ts';
import { isPyList, type PyDict, type PyValue } from '../../../../src/engine/core/pyValue.ts';
import { pyTruth } from '../../../../src/engine/python/containers.ts';
import {
  deepCopy,
  required,
} from '../../../../src/engine/systems/sweagent/truncation/historyProcessors/historyEntry.ts';

/** SWE-agent's `_history_to_messages`: what is handed to the client library. Raises what it raises. */
export function historyMessages(history: readonly PyDict[], convertSystemToUser: boolean): readonly PyDict[] {
  return history.map(entry => {
    const own = required(entry, 'role');
    const role = own === 'system' && convertSystemToUser ? 'user' : own;
    const message = new Map<string, PyValue>([
      ['role', role],
      ['content', deepCopy(required(entry, 'content'))],
    ]);
    const calls = entry.get('tool_calls') ?? null;
    if (role === 'tool') {
      const ids = required(entry, 'tool_call_ids');
      const [id] = isPyList(ids) ? ids : [];
      if (id === undefined) throw new EngineError('IndexError', 'list index out of range');
      message.set('tool_call_id', id);
    } else if (calls !== null) {
      message.set('tool_calls', deepCopy(calls));
      const blocks = entry.get('thinking_blocks') ?? null;
      if (pyTruth(blocks)) message.set('thinking_blocks', deepCopy(blocks));
    }
    if (entry.has('cache_control')) message.set('cache_control', entry.get('cache_control') ?? null);
    return message;
  });
}
