import { EngineError } from '../../../../core/errors.ts';
import type { Host } from '../../../../core/host.ts';
import { isPyList, type PyValue, pyTypeName } from '../../../../core/pyValue.ts';
import { findMatches, parsePattern, type TranslatedPattern, translatePattern } from '../../../../python/index.ts';
import { deepCopy, type HistoryProcessorType, intAt, required, stringsAt, subscriptable } from './historyEntry.ts';

/** SWE-agent's `RemoveRegex`: removes what patterns match from every message but the last ones. */
export const removeRegex: HistoryProcessorType = {
  type: 'remove_regex',
  summary: 'Takes what the patterns match out of every message, the system’s and the task too.',
  properties: {
    remove: {
      type: 'array',
      items: { type: 'string' },
      default: ['<diff>.*</diff>'],
      description:
        'Python `re` patterns; `.` matches line ends, and `.*` is greedy: from the first match’s start to the last one’s end.',
    },
    keep_last: { type: 'integer', default: 0, description: 'How many entries at the end stay as they are.' },
  },
  create(keys) {
    const patterns = stringsAt(keys, 'remove');
    const keepLast = intAt(keys, 'keep_last');
    const remove = remover(patterns);
    return async (items, remark, host) => {
      const kept = [];
      for (const [i, item] of [...items].reverse().entries()) {
        const entry = deepCopy(item.entry);
        kept.push({ ...item, entry });
        if (i < keepLast) continue;
        const content = required(entry, 'content');
        let removed = 0;
        const without = async (text: PyValue) => {
          // Without a pattern nothing looks at it.
          if (patterns.length === 0) return text;
          if (typeof text !== 'string')
            throw new EngineError('TypeError', `expected string or bytes-like object, got '${pyTypeName(text)}'`);
          const rest = await remove(text, host);
          removed += text.length - rest.length;
          return rest;
        };
        if (isPyList(content)) {
          for (const part of content) {
            if (required(subscriptable(part), 'type') === 'text')
              subscriptable(part).set('text', await without(required(subscriptable(part), 'text')));
          }
        } else if (typeof content === 'string') entry.set('content', await without(content));
        else throw new EngineError('AssertionError', 'Expected string content');
        if (removed > 0) remark(item.index, `Shortened by remove_regex: ${removed} characters match a pattern.`);
      }
      return kept.reverse();
    };
  },
};

const flags = { ignoreCase: false, multiline: false, dotAll: true, ascii: false } as const;

/** `re.sub(pattern, "", text, flags=re.DOTALL)` for one pattern after another; each is compiled when it is first needed. */
function remover(patterns: readonly string[]): (text: string, host: Host) => Promise<string> {
  const compiled = new Map<string, TranslatedPattern>();
  return async (text, host) => {
    let rest = text;
    for (const pattern of patterns) {
      const between = removeBetween(pattern, rest);
      if (between !== undefined) {
        rest = between;
        continue;
      }
      const translated = compiled.get(pattern) ?? translatePattern(parsePattern(pattern, flags), []);
      compiled.set(pattern, translated);
      rest = without(rest, await findMatches(translated, [], rest, host));
    }
    return rest;
  };
}

function without(text: string, spans: Int32Array): string {
  let rest = '';
  let done = 0;
  for (let i = 0; i < spans.length; i += 2) {
    rest += text.slice(done, spans[i]);
    done = spans[i + 1] ?? done;
  }
  return rest + text.slice(done);
}

/** `BEGIN.*END` with literal ends, such as SWE-agent's default, needs no pattern engine; `undefined`: another pattern. */
function removeBetween(pattern: string, text: string): string | undefined {
  const [begin, end, ...more] = pattern.split('.*');
  if (!begin || !end || more.length > 0 || /[\\^$.*+?()[\]{}|]/.test(begin + end)) return undefined;
  const start = text.indexOf(begin);
  const last = text.lastIndexOf(end);
  if (start === -1 || last < start + begin.length) return text;
  return text.slice(0, start) + text.slice(last + end.length);
}
