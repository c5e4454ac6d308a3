import { strictJsonOf } from '../core/exact.ts';
import { isPyDict, isPyList } from '../core/pyValue.ts';
import type { Field, ParseResult } from '../core/result.ts';
import type { Suspicion, SuspicionCode } from '../core/suspicion.ts';
import { jsonLoss, jsonStart } from '../diagnosis/index.ts';
import type { AnswerFormat } from './answerFormat.ts';

type Accepted = Extract<ParseResult, { ok: true }>;

/** What ends an element, and is not a token at which models stop. */
const endTag = /^(?:<\/[^<>|]+>|\[\/[^[\]]+\])$/;
/** What follows the last item of a list where the next one has begun. */
const nextItem = /^(?:[-*+•,;]|\d{1,9}[.)]?)?$/;
/** What ends an object, a list, an element or a code block. */
const closing = /[}\]>`]$/;

/**
 * The value of an answer that reached the limit of tokens, where nothing in the text ends it: whatever its type is, it may
 * have gone on. `fields`: those that are not prose.
 */
export function suspectEnd(
  text: string,
  result: Accepted,
  fields: readonly Field[],
  format: AnswerFormat,
): readonly Suspicion[] {
  const given = text.trimEnd();
  if (given === '' || jsonOf(text, result, format) !== undefined) return [];
  const last = fields.reduce<Field | undefined>(
    (latest, field) => (latest && latest.inner.end > field.inner.end ? latest : field),
    undefined,
  );
  if (!last)
    return closing.test(given) ? [] : [{ code: 'cut-value', span: { start: given.length, end: given.length } }];
  const isText = typeof last.value === 'string';
  const isItem = isPyList(result.exact);
  const goesOn = isItem ? nextItem.test(text.slice(last.inner.end).trim()) : last.inner.end >= given.length;
  if (!goesOn || (!isText && closing.test(given))) return [];
  return [{ code: 'cut-value', detail: last.key, span: last.inner }];
}

/** A part that its tag opened and nothing ended, so that it goes on to the end of the text: the framework closed it. */
export function suspectOpen(text: string, fields: readonly Field[], { markup }: AnswerFormat): readonly Suspicion[] {
  const end = text.trimEnd().length;
  return fields.flatMap(({ key, span, inner, value }): Suspicion[] => {
    const open = text.slice(span.start, inner.start).trim();
    const isOpen = open !== '' && inner.end === span.end && inner.end >= end && typeof value === 'string';
    const close = isOpen ? markup.tags.find(tag => tag.open === open)?.close : undefined;
    return close !== undefined && endTag.test(close) ? [{ code: 'cut-value', detail: key, span: inner }] : [];
  });
}

const codes = { cut: 'cut-value', lost: 'text-lost', answers: 'answers-lost' } as const satisfies Record<
  string,
  SuspicionCode
>;

/** Where the JSON begins that a value was read from; `undefined`: it was not read from JSON. Linear. */
function jsonOf(text: string, { exact, fields }: Accepted, { readsJson }: AnswerFormat): number | undefined {
  if (!readsJson || !(exact === null || isPyDict(exact) || isPyList(exact))) return undefined;
  const start = jsonStart(text, exact);
  // Tools that stand by themselves are a list as well, which the text does not have.
  const isOwn =
    !isPyList(exact) || (fields[0] ? fields[0].span.start > (start ?? 0) : text.trimStart().startsWith('['));
  return isOwn ? start : undefined;
}

/** What of the JSON in an answer the value does not have. Linear. */
export function suspectJson(text: string, result: Accepted, format: AnswerFormat): readonly Suspicion[] {
  const start = jsonOf(text, result, format);
  const loss = start === undefined ? undefined : jsonLoss(text, result.exact, start, strictJsonOf(result));
  return loss && !format.isMessage(text)
    ? [{ code: codes[loss.kind], ...(loss.kind === 'answers' && { detail: 'JSON' }), span: loss.span }]
    : [];
}

/** What providers say where an answer reached the limit of tokens, in lower case and without signs. */
const reasons: ReadonlySet<string> = new Set([
  'length',
  'maxlength',
  'maxtokens',
  'maxnewtokens',
  'maxoutputtokens',
  'incomplete',
  'tokenlimit',
  'modellength',
  'modelcontextwindowexceeded',
]);

/** Whether a model stopped because its answer became too long, in the word of any provider: `length`, `MAX_TOKENS`, `FinishReason.MAX_TOKENS`. */
export function isCutShort(finish: string | undefined): boolean {
  const word = finish?.slice(finish.lastIndexOf('.') + 1).replace(/[^a-z]/gi, '');
  return word !== undefined && reasons.has(word.toLowerCase());
}
