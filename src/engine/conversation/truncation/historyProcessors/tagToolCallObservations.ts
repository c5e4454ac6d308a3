import { EngineError } from '../../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../../../core/pyValue.ts';
import { pyIterate, pyTruth } from '../../../python/containers.ts';
import { type HistoryProcessorType, required, stringsAt } from './historyEntry.ts';

/** SWE-agent's `TagToolCallObservations`: despite its name it tags the assistant's entry, in the stored history. */
export const tagToolCallObservations: HistoryProcessorType = {
  type: 'tag_tool_call_observations',
  summary: 'Tags the assistant’s messages that call one of the functions; not their observations.',
  properties: {
    tags: {
      type: 'array',
      uniqueItems: true,
      items: { type: 'string' },
      default: ['keep_output'],
      description: 'The tags that are added.',
    },
    function_names: {
      type: 'array',
      uniqueItems: true,
      items: { type: 'string' },
      default: [],
      description: 'The functions whose calls are tagged.',
    },
  },
  create(keys) {
    const added = stringsAt(keys, 'tags');
    const names = new Set(stringsAt(keys, 'function_names'));
    return (items, remark) => {
      for (const { index, entry } of items) {
        if (!callsOneOf(entry, names)) continue;
        const tags = new Set<PyValue>(pyIterate(entry.has('tags') ? (entry.get('tags') ?? null) : []));
        for (const tag of added) tags.add(tag);
        entry.set('tags', [...tags]);
        remark(index, `Tagged by tag_tool_call_observations: ${added.join(', ')}.`);
      }
      return items;
    };
  },
};

function callsOneOf(entry: PyDict, names: ReadonlySet<string>): boolean {
  if (entry.get('message_type') !== 'action') return false;
  const calls = entry.get('tool_calls') ?? null;
  if (!pyTruth(calls)) return false;
  if (!isPyList(calls)) throw new EngineError('TypeError', `'${pyTypeName(calls)}' object is not iterable`);
  // The names are gathered before they are compared, so that a call without one always raises.
  const called = calls.map(call => required(dictOf(required(dictOf(call), 'function')), 'name'));
  return called.some(name => typeof name === 'string' && names.has(name));
}

function dictOf(value: PyValue): PyDict {
  if (isPyDict(value)) return value;
  throw new EngineError('TypeError', `'${pyTypeName(value)}' object is not subscriptable`);
}
