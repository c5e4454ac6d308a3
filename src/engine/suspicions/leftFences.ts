import type { Field } from '../core/result.ts';
import type { Suspicion } from '../core/suspicion.ts';
import { findFences } from '../text/index.ts';
import type { AnswerFormat } from './answerFormat.ts';
import { none } from './foundTogether.ts';

/** What stands in a code block that is all of a text but the blanks around it; `undefined`: it is not one. */
export function fencedBody(text: string): string | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith('```')) return undefined;
  const [fence] = findFences(trimmed);
  return fence?.close.end === trimmed.length ? trimmed.slice(fence.inner.start, fence.inner.end) : undefined;
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
