import type { PyDict, PyValue } from '../../../../core/pyValue.ts';
import { pyIterate, pyTruth, requireHashable } from '../../../../python/index.ts';
import { type HistoryProcessorType, required, stringsAt, subscriptable } from './historyEntry.ts';

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
        const ownTags = pyIterate(entry.has('tags') ? (entry.get('tags') ?? null) : []);
        const tags = new Set<PyValue>(ownTags.map(requireHashable));
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
  // The names are gathered before they are compared, so that a call without one always raises.
  const called = pyIterate(calls).map(call =>
    requireHashable(required(subscriptable(required(subscriptable(call), 'function')), 'name')),
  );
  return called.some(name => typeof name === 'string' && names.has(name));
}
