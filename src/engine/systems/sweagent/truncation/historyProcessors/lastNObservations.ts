import { EngineError } from '../../../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue, pyTypeName } from '../../../../core/pyValue.ts';
import { pyIterate, pyStr, pyTruth, requireHashable, splitLines } from '../../../../python/index.ts';
import { type HistoryItem, type HistoryProcessorType, intAt, required, stringsAt } from './historyEntry.ts';

/** SWE-agent's `LastNObservations`: older observations become a line that says how long they were. */
export const lastNObservations: HistoryProcessorType = {
  type: 'last_n_observations',
  summary: 'Only the first and the last `n` observations stay; those between become one line.',
  properties: {
    n: { type: 'integer', description: 'How many observations stay at the end. More than 0.' },
    polling: {
      type: 'integer',
      default: 1,
      description: 'Elide only after every so many observations, so that a prompt cache lives longer.',
    },
    always_remove_output_for_tags: {
      type: 'array',
      uniqueItems: true,
      items: { type: 'string' },
      default: ['remove_output'],
      description: 'Entries with one of these `tags` are always elided.',
    },
    always_keep_output_for_tags: {
      type: 'array',
      uniqueItems: true,
      items: { type: 'string' },
      default: ['keep_output'],
      description: 'Entries with one of these `tags` are never elided.',
    },
  },
  check(keys) {
    if (intAt(keys, 'n') <= 0) throw new EngineError('ValidationError', 'Value error, n must be a positive integer');
  },
  create(keys) {
    const n = intAt(keys, 'n');
    const polling = intAt(keys, 'polling');
    const removed = new Set(stringsAt(keys, 'always_remove_output_for_tags'));
    const kept = new Set(stringsAt(keys, 'always_keep_output_for_tags'));
    return (items, remark) => {
      const omitted = omittedItems(items, n, polling);
      return items.map(item => {
        const tags = tagsOf(item.entry);
        const isRemoved = tags.some(tag => removed.has(tag));
        if (!isRemoved && (!omitted.has(item) || tags.some(tag => kept.has(tag)))) return item;
        if (item.entry.get('message_type') !== 'observation')
          throw new EngineError(
            'AssertionError',
            `Expected observation for dropped entry, got: ${pyStr(item.entry.get('message_type') ?? null)}`,
          );
        const content = elided(item.entry);
        remark(
          item.index,
          isRemoved
            ? 'Elided by last_n_observations because of its tag.'
            : `Elided by last_n_observations: not among the first and the last ${n}.`,
        );
        return { ...item, entry: new Map(item.entry).set('content', content) };
      });
    };
  },
};

/** The observations between the first and the last `n`, as far as `polling` has come. */
function omittedItems(items: readonly HistoryItem[], n: number, polling: number): ReadonlySet<HistoryItem> {
  const observations = items.filter(
    ({ entry }) => entry.get('message_type') === 'observation' && !pyTruth(entry.get('is_demo') ?? false),
  );
  if (polling === 0) throw new EngineError('ZeroDivisionError', 'integer division or modulo by zero');
  const last = Math.max(0, Math.floor(observations.length / polling) * polling - n);
  return new Set(observations.slice(1, Math.max(1, last)));
}

/** `set(entry.get("tags", []))`, as far as its strings go. */
function tagsOf(entry: PyDict): readonly string[] {
  const tags = pyIterate(entry.has('tags') ? (entry.get('tags') ?? null) : []);
  for (const tag of tags) requireHashable(tag);
  return tags.filter(tag => typeof tag === 'string');
}

function elided(entry: PyDict): string {
  const content = required(entry, 'content');
  if (typeof content === 'string') return line(splitLines(content).length, 0);
  const parts = pyIterate(content).map(dictOf);
  const texts = parts.filter(part => part.get('type') === 'text').map(part => required(part, 'text'));
  const lines = texts.reduce((sum: number, text) => sum + linesOf(text), 0);
  return line(lines, parts.filter(part => part.get('type') === 'image_url').length);
}

function line(lines: number, images: number): string {
  return `Old environment output: (${lines} lines omitted)${images > 0 ? ` (${images} images omitted)` : ''}`;
}

function linesOf(text: PyValue): number {
  if (typeof text === 'string') return splitLines(text).length;
  throw new EngineError('AttributeError', `'${pyTypeName(text)}' object has no attribute 'splitlines'`);
}

function dictOf(value: PyValue): PyDict {
  if (isPyDict(value)) return value;
  throw new EngineError('AttributeError', `'${pyTypeName(value)}' object has no attribute 'get'`);
}
