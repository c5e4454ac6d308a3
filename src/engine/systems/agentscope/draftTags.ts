import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { jsonLoads } from '../../python/index.ts';
import { scanTaggedContent, sliceAt } from './taggedMatches.ts';

/** A pair of tags that responses have. */
export interface DraftedTag {
  /** What stands in the tag. */
  readonly name: string;
  readonly begin: string;
  readonly end: string;
  /** In how many of the responses it stands. */
  readonly count: number;
  /** Whether its content is JSON, and no text, in all of them. */
  readonly isJson: boolean;
}

/** How many pairs of tags a draft takes. */
const maxTags = 50;
/** `[[NAME]]`, `[NAME]`, `<NAME>`, `【NAME】`, and the same with a slash before the name. */
const tag =
  /\[\[(\/?)([^\][\n/<>【】]{1,64})\]\]|\[(\/?)([^\][\n/<>【】]{1,64})\]|<(\/?)([^\][\s/<>=【】]{1,64})>|【(\/?)([^\][\n/<>【】]{1,64})】/g;

/** The outermost pairs of tags in some responses, in the order of their first appearance; at most 50. Linear. */
export function draftTags(responses: readonly string[]): readonly DraftedTag[] {
  const tags = new Map<string, DraftedTag>();
  for (const text of responses) {
    for (const [begin, found] of tagsOf(text)) {
      const drafted = tags.get(begin);
      if (!drafted && tags.size >= maxTags) continue;
      const isJson = (drafted?.isJson ?? true) && holdsJson(text, found.inner);
      tags.set(begin, { name: found.name, begin, end: found.end, count: (drafted?.count ?? 0) + 1, isJson });
    }
  }
  return [...tags.values()];
}

interface Found {
  readonly name: string;
  readonly end: string;
  readonly inner: Span;
}

/** The first content of each tag, by its opening tag. */
function tagsOf(text: string): ReadonlyMap<string, Found> {
  const lastClosers = new Map<string, number>();
  const openers: { readonly begin: string; readonly name: string; readonly end: string; readonly at: number }[] = [];
  for (const match of text.matchAll(tag)) {
    const [written] = match;
    const slash = match[1] ?? match[3] ?? match[5] ?? match[7];
    const name = match[2] ?? match[4] ?? match[6] ?? match[8] ?? '';
    const width = written.startsWith('[[') ? 2 : 1;
    if (slash) lastClosers.set(written, match.index);
    else
      openers.push({
        begin: written,
        name,
        end: `${written.slice(0, width)}/${written.slice(width)}`,
        at: match.index,
      });
  }
  const found = new Map<string, Found>();
  let place = 0;
  for (const { begin, name, end, at } of openers) {
    if (at < place || found.has(begin) || (lastClosers.get(end) ?? -1) < at) continue;
    if (found.size >= maxTags) break;
    const start = at + begin.length;
    const close = text.indexOf(end, start);
    found.set(begin, { name, end, inner: { start, end: close } });
    place = close + end.length;
  }
  return found;
}

function holdsJson(text: string, inner: Span): boolean {
  const result = jsonLoads(text, inner);
  return result.ok && typeof result.value !== 'string';
}

/** How many names a draft takes. */
const maxNames = 50;
/** Lines that begin with a name and a colon, for responses without tags. */
const labelPattern = '(?m)^(?P<name>[A-Za-z_]+):[ \\t]*(?P<content>[^\\n]*)$';
const label = /^([A-Za-z_]{1,64}):/gm;

/** The instruction shows the tags of the responses, or the labels of their lines; those that all of them have are required. */
export function draftTagNames(responses: readonly string[]): PyDict | undefined {
  const tags = responses.map(tagNames);
  const isTagged = tags.some(({ size }) => size > 0);
  const found = isTagged ? tags : responses.map(labelNames);
  const names = [...new Set(found.flatMap(each => [...each]))].slice(0, maxNames);
  if (names.length === 0) return undefined;
  const common = names.filter(name => found.every(each => each.has(name)));
  const lines = names.map(name => (isTagged ? `<${name}>{the ${name}}</${name}>` : `${name}: {the ${name}}`));
  const kind = isTagged ? 'specific tags' : 'labelled lines';
  return new Map<string, PyValue>([
    ...(isTagged ? [] : [['tagged_content_pattern', labelPattern] as const]),
    ['format_instruction', [`Respond with ${kind} as outlined below:`, ...lines].join('\n')],
    ...(common.length > 0 ? [['required_keys', common] as const] : []),
  ]);
}

function tagNames(text: string): ReadonlySet<string> {
  const spans = scanTaggedContent(text);
  const names = new Set<string>();
  for (let i = 0; i < spans.length && names.size < maxNames; i += 6) names.add(sliceAt(text, spans, i + 2) ?? '');
  return names;
}

/** The labels of lines; one alone is not a format. */
function labelNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const match of text.matchAll(label)) if (names.size < maxNames) names.add(match[1]!);
  return names.size > 1 ? names : new Set();
}
