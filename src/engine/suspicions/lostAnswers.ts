import { strictJsonOf } from '../core/exact.ts';
import { isPyDict } from '../core/pyValue.ts';
import type { ParseResult } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import type { Suspicion } from '../core/suspicion.ts';
import { memberSpans } from '../json/jsonSpans.ts';
import { jsonLoads } from '../python/index.ts';
import type { Fence } from '../text/index.ts';
import type { AnswerFormat } from './answerFormat.ts';

type Accepted = Extract<ParseResult, { ok: true }>;

/** Other blocks of the format's language that the value does not have: `strings` makes its texts. */
export function lostInFences(
  text: string,
  strings: () => readonly string[],
  blocks: readonly Fence[],
  used: Fence | undefined,
  { markup }: AnswerFormat,
): readonly Suspicion[] {
  if (!used || blocks.length < 2) return [];
  const content = (span: Span) => text.slice(span.start, span.end).trim();
  const language = ({ language: { start, end } }: Fence) => text.slice(start, end).trim().toLowerCase();
  const own = content(used.inner);
  const lost = blocks.find(block => {
    if (block === used || language(block) !== language(used)) return false;
    const other = content(block.inner);
    if (other === '' || other === own || strings().some(each => each.includes(other))) return false;
    return markup.json === undefined || isSameJson(own, other);
  });
  return lost ? [{ code: 'answers-lost', detail: 'code block', span: lost.inner }] : [];
}

/** Whether both are JSON of one kind, with a key in common where they are objects: an example of something else is not an answer. */
function isSameJson(one: string, other: string): boolean {
  const [a, b] = [jsonLoads(one), jsonLoads(other)];
  if (!a.ok || !b.ok) return false;
  if (!isPyDict(a.value) || !isPyDict(b.value)) return one[0] === other[0];
  const { value } = b;
  return [...a.value.keys()].some(key => value.has(key));
}

/** Keys that stand twice in the JSON object that is the value: only the last one counts. */
export function lostKeys(text: string, result: Accepted, { markup }: AnswerFormat): readonly Suspicion[] {
  const { exact, repairs } = result;
  if (markup.json === undefined || !isPyDict(exact) || exact.size === 0) return [];
  const fence = `\`\`\`${markup.fence ?? 'json'}`;
  const opens = repairs.some(({ span }) => span.end === 0) ? -1 : text.indexOf(fence);
  const body = /\S/g;
  body.lastIndex = opens < 0 ? 0 : opens + fence.length;
  const start = body.exec(text)?.index ?? text.length;
  if (text[start] !== '{' || strictJsonOf(result)?.start === start) return [];
  const seen = new Map<string | number, Span>();
  for (const { key, span } of memberSpans(text, start)) {
    const before = seen.get(key);
    if (before && text.slice(before.start, before.end) !== text.slice(span.start, span.end))
      return [{ code: 'answers-lost', detail: 'key', span: before }];
    seen.set(key, span);
  }
  return [];
}
