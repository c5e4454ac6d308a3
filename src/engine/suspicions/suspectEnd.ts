import { isPyList } from '../core/pyValue.ts';
import type { AcceptedResult, Field } from '../core/result.ts';
import type { Suspicion } from '../core/suspicion.ts';
import type { AnswerFormat } from './answerFormat.ts';
import { startOfJson } from './suspectJson.ts';

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
  result: AcceptedResult,
  fields: readonly Field[],
  { readsJson }: AnswerFormat,
): readonly Suspicion[] {
  const { length } = text.trimEnd();
  if (length === 0 || (readsJson && startOfJson(text, result) !== undefined)) return [];
  const isClosed = closing.test(text.slice(0, length));
  const last = fields.reduce<Field | undefined>(
    (latest, field) => (latest && latest.inner.end > field.inner.end ? latest : field),
    undefined,
  );
  if (!last) return isClosed ? [] : [{ code: 'cut-value', span: { start: length, end: length } }];
  const isText = typeof last.value === 'string';
  const isItem = isPyList(result.exact);
  const goesOn = isItem ? nextItem.test(text.slice(last.inner.end).trim()) : last.inner.end >= length;
  if (!goesOn || (!isText && isClosed)) return [];
  return [{ code: 'cut-value', detail: last.key, span: last.inner }];
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
