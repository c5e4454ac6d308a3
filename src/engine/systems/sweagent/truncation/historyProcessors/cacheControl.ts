import { EngineError } from '../../../../core/errors.ts';
import { isPyDict, isPyList, type PyValue, pyTypeName } from '../../../../core/pyValue.ts';
import {
  contentText,
  type HistoryEntry,
  type HistoryProcessorType,
  intAt,
  mutableList,
  partOf,
  required,
  stringsAt,
} from './historyEntry.ts';

/** SWE-agent's `CacheControlHistoryProcessor`: marks for a prompt cache, set in the stored history. */
export const cacheControl: HistoryProcessorType = {
  type: 'cache_control',
  summary: 'Marks the last messages for Anthropic’s prompt cache. Changes no text.',
  properties: {
    last_n_messages: { type: 'integer', default: 2, description: 'How many messages are marked; 0 or less: none.' },
    last_n_messages_offset: {
      type: 'integer',
      default: 0,
      description: 'How many entries at the end are passed over.',
    },
    tagged_roles: {
      type: 'array',
      items: { type: 'string' },
      default: ['user', 'tool'],
      description: 'The roles whose messages are marked.',
    },
  },
  create(keys) {
    const most = intAt(keys, 'last_n_messages');
    const offset = intAt(keys, 'last_n_messages_offset');
    const roles = new Set<unknown>(stringsAt(keys, 'tagged_roles'));
    return (items, remark) => {
      let marked = 0;
      for (const [i, { index, entry }] of [...items].reverse().entries()) {
        clearMarks(entry);
        if (marked >= most || !roles.has(required(entry, 'role')) || i < offset) continue;
        mark(entry);
        marked++;
        remark(index, 'Marked by cache_control; its text is the same.');
      }
      return items;
    };
  },
};

function clearMarks(entry: HistoryEntry): void {
  const parts = mutableList(required(entry, 'content'));
  for (const part of parts ?? []) withPop(part).delete('cache_control');
  entry.delete('cache_control');
}

function mark(entry: HistoryEntry): void {
  const ephemeral = () => new Map([['type', 'ephemeral']]);
  const content = required(entry, 'content');
  const parts = mutableList(content);
  if (parts) {
    if (parts.length === 0) throw new EngineError('IndexError', 'list index out of range');
    partOf(parts[0] ?? null).set('cache_control', ephemeral());
  } else {
    if (content === null) throw new EngineError('TypeError', `object of type '${pyTypeName(content)}' has no len()`);
    const part = new Map([
      ['type', 'text'],
      ['text', contentText(entry)],
    ]);
    entry.set('content', [part.set('cache_control', ephemeral())]);
  }
  if (entry.get('role') !== 'tool') return;
  partOf(mutableList(required(entry, 'content'))?.[0] ?? null).delete('cache_control');
  entry.set('cache_control', ephemeral());
}

/** A part that `.pop(key, None)` is called on. Raises what Python raises for what is not a dict. */
function withPop(part: PyValue): HistoryEntry {
  if (isPyDict(part)) return part as HistoryEntry;
  if (isPyList(part)) throw new EngineError('TypeError', 'pop expected at most 1 argument, got 2');
  throw new EngineError('AttributeError', `'${pyTypeName(part)}' object has no attribute 'pop'`);
}
