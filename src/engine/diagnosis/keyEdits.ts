import { nearest } from '../core/nearestName.ts';
import { keptFor } from '../core/once.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../core/pyValue.ts';
import { jsonValueSpan, memberSpans } from '../json/jsonSpans.ts';
import { jsonLoads } from '../python/index.ts';
import { findFences } from '../text/index.ts';
import { markupCauses } from './causes.ts';
import type { ExpectedMarkup } from './expectedMarkup.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';

/** Objects that are looked at, and how deep. */
const maxObjects = 200;
const maxDepth = 8;
/** Shorter keys are not near to others. */
const leastLetters = 4;
/** How much less sure a key is that is misspelled than one in other case. */
const misspelled = 0.9;

/** The JSON of a text, as a format has it: in its code block, else from the first bracket to the last; `undefined` where that is not strict JSON. */
export function strictJson(text: string): { readonly start: number; readonly value: PyValue } | undefined {
  const [fence] = findFences(text);
  const from = fence ? fence.inner.start : text.search(/[[{]/);
  const to = fence ? fence.inner.end : Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  if (from < 0 || to <= from) return undefined;
  const { start, end } = jsonValueSpan(text, from, to);
  const read = jsonLoads(text.slice(start, end));
  return read.ok ? { start, value: read.value } : undefined;
}

/**
 * The edits that write the keys of an answer's JSON as the format has them: keys that it does not know, in the place of
 * those that are missing and differ from them by case, separators or a letter or two. `undefined` where there are none, or the
 * JSON is broken. Linear in the text.
 */
export function keyEdits(text: string, expected: ExpectedMarkup): Repairing | undefined {
  const wantedKeys = wantedValue(expected);
  const found = wantedKeys === undefined ? undefined : strictJson(text);
  if (wantedKeys === undefined || !found) return undefined;
  const edits: ResponseEdit[] = [];
  let trust = 1;
  let objects = 0;
  const visit = (value: PyValue, wanted: PyValue, start: number, depth: number): void => {
    if (depth > maxDepth || ++objects > maxObjects) return;
    if (isPyList(value) && isPyList(wanted)) {
      const [one] = wanted;
      if (one === undefined || !isNested(one)) return;
      for (const [i, { span }] of memberSpans(text, start).entries())
        visit(value[i] ?? null, one, span.start, depth + 1);
    }
    if (!isPyDict(value) || !isPyDict(wanted)) return;
    const names = renamed(value, wanted);
    for (const { key, keySpan, span } of memberSpans(text, start)) {
      const name = names.get(String(key)) ?? String(key);
      if (keySpan && name !== key) {
        edits.push({
          start: keySpan.start + 1,
          end: keySpan.end - 1,
          text: JSON.stringify(name).slice(1, -1),
          cause: 'key-spelling',
        });
        if (plain(name) !== plain(String(key))) trust = misspelled;
      }
      const inner = wanted.get(name);
      if (inner !== undefined && isNested(inner)) visit(value.get(String(key)) ?? null, inner, span.start, depth + 1);
    }
  };
  visit(found.value, wantedKeys, found.start, 0);
  if (edits.length === 0) return undefined;
  return { edits, confidence: markupCauses['key-spelling'].trust * trust, lossy: false, parts: [] };
}

/** The JSON of a format's example; `undefined` where it has none. */
const wantedValue = keptFor(({ json }: ExpectedMarkup): PyValue | undefined => {
  const read = json === undefined ? undefined : jsonLoads(json);
  return read?.ok ? read.value : undefined;
});

function isNested(value: PyValue): boolean {
  return isPyDict(value) || isPyList(value);
}

/** The names that keys should have that a format does not know: each missing one for the only key that is near it. */
function renamed(value: PyDict, expected: PyDict): ReadonlyMap<string, string> {
  const unknown = [...value.keys()].filter(key => !expected.has(key));
  const names = new Map<string, string>();
  for (const name of expected.keys()) {
    if (value.has(name)) continue;
    const left = unknown.filter(key => !names.has(key));
    const same = left.filter(key => plain(key) === plain(name));
    const near = same.length > 0 ? same : left.filter(key => isNear(key, name));
    if (near.length === 1) names.set(near[0]!, name);
  }
  return names;
}

function plain(key: string): string {
  return key
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function isNear(key: string, name: string): boolean {
  const letters = plain(name);
  return letters.length >= leastLetters && nearest(plain(key), [letters]) !== undefined;
}
