import type { PyDict, PyValue } from '../../core/pyValue.ts';
import { scanTaggedContent } from './scanTaggedContent.ts';
import { sliceAt } from './taggedMatches.ts';

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
