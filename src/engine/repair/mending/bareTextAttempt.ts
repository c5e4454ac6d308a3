import type { Span } from '../../core/span.ts';
import type { Violation } from '../../core/violation.ts';
import { respelt, textWithin } from '../../validation/index.ts';
import { trusts } from './mend.ts';
import type { Attempt } from './mendingAttempt.ts';

/** The way to mend an answer that is a bare text and should be one of some texts: in their letters, or without what is beside it. */
export function bareTextAttempt(text: string, span: Span, violations: readonly Violation[]): Attempt | undefined {
  const [violation, another] = violations;
  const wants = violation?.wants;
  if (!violation || another || violation.path !== '' || !wants?.values) return undefined;
  const value = text.slice(span.start, span.end);
  const meant = respelt(value, wants);
  if (meant !== undefined) {
    const isCased = meant.toLowerCase() === value.toLowerCase();
    return attemptOf(violation, span, meant, isCased ? trusts.enumCase : trusts.enumSpelling, []);
  }
  const within = textWithin(value, wants);
  return within && attemptOf(violation, span, within.text, trusts.outOfProse, [within.beside]);
}

function attemptOf({ cause }: Violation, span: Span, text: string, trust: number, lost: readonly string[]): Attempt {
  return { edits: [{ ...span, text, cause }], trust, lost, after: () => undefined, others: () => [] };
}
