import { none } from '../core/none.ts';
import { isPyDict, isPyList, type PyValue } from '../core/pyValue.ts';
import type { AcceptedResult, Field } from '../core/result.ts';
import type { Span } from '../core/span.ts';
import type { Suspicion } from '../core/suspicion.ts';
import { jsonLoads } from '../python/index.ts';
import { type Fence, findFences } from '../text/index.ts';
import type { AnswerFormat } from './answerFormat.ts';

const shells = new Set([
  '',
  'bash',
  'sh',
  'shell',
  'zsh',
  'console',
  'terminal',
  'shell-session',
  'cmd',
  'powershell',
  'text',
  'txt',
  'plaintext',
]);

/** What is odd about the code block that the value came from, or about those beside it. */
export function suspectFences(
  text: string,
  result: AcceptedResult,
  fields: readonly Field[],
  format: AnswerFormat,
): readonly Suspicion[] {
  const { fence, json } = format.markup;
  if (fence === undefined && json === undefined) return none;
  const { length } = fields;
  const asksShell = format.parts.some(({ isShell }) => isShell);
  if (length !== 1 && !asksShell && !mayHaveTwoBlocks(text)) return none;
  const blocks = findFences(text);
  const used = blocks.find(({ open, inner }) =>
    fields.some(field => field.inner.start >= open.start && field.inner.start <= inner.end),
  );
  const found: Suspicion[] = [];
  if (used) {
    const language = /^[\w+#.-]*/.exec(text.slice(used.language.start, used.language.end).trim().toLowerCase())![0];
    if (format.parts.some(({ isShell }) => isShell) && !shells.has(language))
      found.push({ code: 'other-language', detail: language, span: used.language });
    const [field] = fields;
    const rest = field && { start: field.inner.end, end: used.inner.end };
    // The framework takes the next three backticks for the end; those that end a line are further on.
    const isCut = rest && length === 1 && field.span.start === used.open.start && rest.start < rest.end;
    if (isCut && text.slice(rest.start, rest.end).trim() !== '')
      found.push({ code: 'cut-value', detail: field.key, span: rest });
  }
  found.push(...lostInFences(text, () => stringsIn(result.exact, format.prose), blocks, used, format));
  return found;
}

/** Two blocks have four fences. */
function mayHaveTwoBlocks(text: string): boolean {
  let place = -1;
  for (let i = 0; i < 4; i++) {
    place = text.indexOf('```', place + 1);
    if (place < 0) return false;
  }
  return true;
}

/** The texts of a value, those of prose left out. */
function stringsIn(value: PyValue, prose: ReadonlySet<string>): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isPyList(value)) return value.flatMap(item => stringsIn(item, prose));
  if (isPyDict(value)) return [...value].flatMap(([key, item]) => (prose.has(key) ? [] : stringsIn(item, new Set())));
  return [];
}

/** Other blocks of the format's language that the value does not have: `strings` makes its texts. */
function lostInFences(
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

/** Values that are code blocks as a whole, though the definition asks for none: the agent gets the backticks as well. Linear. */
export function leftFences(
  text: string,
  fields: readonly Field[],
  { asksForBlock, parts }: Pick<AnswerFormat, 'asksForBlock' | 'parts'>,
): readonly Suspicion[] {
  if (asksForBlock) return none;
  const found = fields.filter(({ key, span, inner, value }) => {
    if (typeof value !== 'string' || !value.includes('```')) return false;
    // What is the whole answer was not cut out of anything; but a shell would run the backticks.
    const isShell = parts.some(part => part.isShell && part.key === key);
    if (span.start === inner.start && !isShell) return false;
    // A text of JSON's own may be Markdown; what stands in the response as it is was cut out of it.
    return text.slice(inner.start, inner.end).trim() === value.trim() && fencedBody(value) !== undefined;
  });
  return found.length === 0
    ? none
    : found.map(({ key, inner }) => ({ code: 'leftover-markup', detail: key, span: inner }) as const);
}

/** What stands in a code block that is all of a text but the blanks around it; `undefined`: it is not one. */
export function fencedBody(text: string): string | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith('```')) return undefined;
  const [fence] = findFences(trimmed);
  return fence?.close.end === trimmed.length ? trimmed.slice(fence.inner.start, fence.inner.end) : undefined;
}
