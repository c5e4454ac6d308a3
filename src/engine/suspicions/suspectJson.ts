import { strictJsonOf } from '../core/exact.ts';
import { isPyDict, isPyList } from '../core/pyValue.ts';
import type { ParseResult } from '../core/result.ts';
import type { Suspicion, SuspicionCode } from '../core/suspicion.ts';
import { jsonLoss, jsonStart } from '../diagnosis/index.ts';
import type { AnswerFormat } from './answerFormat.ts';

type Accepted = Extract<ParseResult, { ok: true }>;

const codes = { cut: 'cut-value', lost: 'text-lost', answers: 'answers-lost' } as const satisfies Record<
  string,
  SuspicionCode
>;

/** Where the JSON begins that a value was read from; `undefined`: it was not read from JSON. Linear. */
export function jsonOf(text: string, { exact, fields }: Accepted, { readsJson }: AnswerFormat): number | undefined {
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
