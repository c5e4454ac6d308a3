import { findFences } from '../fences.ts';
import type { CallForm } from './callForm.ts';

/** How much of what stands around a call is looked at for words that explain. */
const around = 300;
const explains =
  /\b(?:examples?|e\.g\.|for instance|such as|looks? like|format|syntax|schema|would (?:be|look|call|send|write)|(?:you|one|we|they|clients?|models?) (?:can|could|should|would|may|must|writes?|emits?|sends?|returns?)|how (?:to|tool|function|it|the)|means|explain|declares?|defines?|manifest|docs|documentation|tutorial|in general|called like|to call (?:a|the|this|it|tools?|functions?)|to answer with|(?:print|write|emit|output|return|respond with|reply with) (?:exactly|only|just|this|the following)|(?:client|server|parser|harness) (?:parses|runs|executes)|(?:server|api|runtime|parser) (?:takes|expects|reads|returns|replies|answers|receives)|request body|payload|instead of|template|is (?:written|sent|encoded|represented))\b/i;

/** Whether what has the form of a call at a place is shown or explained, and not made: in code, or in a sentence. Linear in the text, once for each text. */
export function isShown(text: string, start: number, { end, isMarkup }: CallForm, isCalled: boolean): boolean {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(Math.max(lineStart, start - around), start);
  const fence = fenceAt(text, start);
  if (fence) {
    if (!isCalled || !fence.isFirst || /[^\s[<>\w|｜/:▁]/.test(text.slice(fence.inner, start))) return true;
    return (
      explains.test(text.slice(Math.max(0, fence.start - around), fence.start)) ||
      explains.test(text.slice(fence.end, fence.end + around))
    );
  }
  if (before.split('`').length % 2 === 0) return true;
  const isTagged = /<(?:pre|code)\b[^<>]{0,60}>\s*$/i.test(before);
  if (isTagged) return true;
  const feed = text.indexOf('\n', end);
  const after = text.slice(end, Math.min(feed < 0 ? text.length : feed, end + around));
  const isInline = before.trim() !== '' && !/[>\]|,;[]\s*$/.test(before);
  // A call ends its line: words that follow make it a part of a sentence.
  const isSentence = isInline && /^[^\n]*\p{L}/u.test(after.replace(/<[^<>]*>|\[[A-Z_/]+\]|\{[^\n]*\}/g, ''));
  if (isMarkup)
    return (
      isInline &&
      explains.test(before) &&
      (isSentence || before.length > 0) &&
      /\p{L}/u.test(after.replace(/<[^<>]*>|\[[A-Z_/]+\]/g, '').slice(-40))
    );
  return isSentence || explains.test(before) || explains.test(paragraphBefore(text, lineStart));
}

/** The lines in front of a line, up to an empty one. */
function paragraphBefore(text: string, lineStart: number): string {
  const before = text.slice(Math.max(0, lineStart - around), lineStart).trimEnd();
  return before.slice(before.lastIndexOf('\n\n') + 1);
}

interface PlacedFence {
  readonly start: number;
  readonly inner: number;
  readonly end: number;
  /** Whether no other stands before it. */
  readonly isFirst: boolean;
}

/** The code block around a place: one that does not end goes on to the end of the text. */
function fenceAt(text: string, at: number): PlacedFence | undefined {
  if (!text.includes('```')) return undefined;
  const fences = findFences(text);
  const found = fences.findIndex(({ open, close }) => open.start < at && at < close.end);
  if (found >= 0) {
    const { open, inner, close } = fences[found]!;
    return { start: open.start, inner: inner.start, end: close.end, isFirst: found === 0 };
  }
  const last = fences.at(-1)?.close.end ?? 0;
  const open = /^[ \t]*```[^\n`]*\n/m.exec(text.slice(last, at));
  if (!open) return undefined;
  const start = last + open.index;
  return { start, inner: start + open[0].length, end: text.length, isFirst: fences.length === 0 };
}
