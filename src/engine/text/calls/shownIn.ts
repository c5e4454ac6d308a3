import { findFences } from '../fences.ts';
import type { CallForm } from './markupCall.ts';

/** How much of what stands around a call is looked at for words that explain. */
const around = 300;
const explains =
  /\b(?:examples?|e\.g\.|for instance|such as|looks? like|format|syntax|schema|use the following|expected|actual|would (?:be|look|call|send|write)|(?:you|one|we|they) (?:can|could|should|would|may|must|run|writes?|emits?|sends?|returns?)|your (?:client|model|parser|prompt|server)|models?|LLMs?|clients?|parsers?|harness|how (?:to|tool|function|it|the)|means|explain|declares?|defines?|manifest|docs|documentation|tutorial|in general|called like|to call (?:a|the|this|it|tools?|functions?)|to answer with|(?:print|write|emit|output|return|respond|reply|answer) (?:with |exactly |only )?(?:exactly|only|just|this|in this)|(?:server|api|runtime) (?:takes|expects|reads|returns|replies|answers|receives|parses|runs|executes)|request body|payload|instead of|template|is (?:written|sent|encoded|represented)|(?:valid|correct|good|wrong|broken) (?:tool |function )?calls?|invalid|malformed|beispiel|modell|exemple|modèle|ejemplo|modelo)\b|例|模型|モデル/i;
/** Whoever says what he is about to do explains nothing. */
const announces =
  /\b(?:I|[Ll]et me|[Ll]et[’']s|[Ww]e (?:will|need)|[Ww]e[’']ll)\b|(?:^|[.!?>]\s)[A-Z][a-z]{1,20}ing\b|\b(?:Ich|Je|Yo)\b|我/;
/** What goes on within a sentence, or an expression of code. */
const isWithin = /(?:[\p{L}\p{N},–—]|\be\.g\.|\bi\.e\.)\s*$/u;
const isInCode = /(?:[=("'`]|=\[|->|["']\s*:|\breturn\s)\s*$/;
const isLogged =
  /^\s*\[?(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d|[A-Z][a-z]{2} \d\d? \d\d:|(?:DEBUG|INFO|WARN(?:ING)?|ERROR|TRACE)\b)/;
/** What goes on with a sentence that the call began. */
const goesOn = /^[,;]?\s{0,4}\p{Ll}/u;
const marks = /<[^<>]*>|\[[A-Z_/]+\]|\{[^\n]*\}/g;

/**
 * Tells of a text whether what has the form of a call at a place is shown or explained, and not made: in code, or in a sentence.
 * Places are asked for from the first to the last. Linear in the text, once; then as much as stands around a place.
 */
export function shownIn(text: string): (start: number, call: CallForm, isCalled: boolean) => boolean {
  const blockAround = blocksOf(text);
  return (start, call, isCalled) => {
    const near = text.slice(Math.max(0, start - around), start);
    const before = near.slice(near.lastIndexOf('\n') + 1);
    const block = blockAround(start);
    if (block) {
      if (!isCalled || !block.isFirst || /[^\s[<>\w|｜/:▁]/.test(text.slice(block.inner, start))) return true;
      return isExplained(
        text.slice(Math.max(0, block.start - around), block.start),
        text.slice(block.end, block.end + around),
      );
    }
    // Inline code, a quotation, a text of code, a log, HTML that shows code.
    if (before.split('`').length % 2 === 0 || /^\s*>\s/.test(before) || isInCode.test(before)) return true;
    const isWholeLine = before.length < near.length || start <= around;
    if (isWholeLine && isLogged.test(before)) return true;
    if (/<(?:pre|code)\b[^<>]{0,60}>\s*$/i.test(before)) return true;
    const [line = ''] = text.slice(call.end, call.end + around).split('\n', 1);
    const [after = ''] = line.replace(marks, '').split('{', 1);
    // Words of their own stand around these.
    const isInline = call.form !== 'to=' && call.form !== '[ARGS]' && isWithin.test(before);
    if (isInline && (/\p{L}|^\s*[.,;)]/u.test(after) || call.name === undefined)) return true;
    const sentence = isInline ? before : paragraphBefore(text, start);
    if (call.isMarkup)
      return (isInline || /[^.!?…]$/.test(sentence.trimEnd())) && isExplained(lastSentence(sentence), '');
    return (isInline && !announces.test(before)) || goesOn.test(after) || isExplained(sentence, '');
  };
}

function isExplained(before: string, after: string): boolean {
  return (
    !announces.test(before.trimStart()) && !announces.test(after) && (explains.test(before) || explains.test(after))
  );
}

function lastSentence(text: string): string {
  return text.slice(Math.max(...['.', '!', '?'].map(sign => text.lastIndexOf(sign))) + 1);
}

/** What stands before a place and the tags in front of it, up to an empty line. */
function paragraphBefore(text: string, start: number): string {
  let before = text.slice(Math.max(0, start - around), start).trimEnd();
  while (before.endsWith('>') && before.includes('<')) before = before.slice(0, before.lastIndexOf('<')).trimEnd();
  return before.slice(before.lastIndexOf('\n\n') + 1);
}

interface CodeBlock {
  readonly start: number;
  readonly inner: number;
  readonly end: number;
  /** Whether no other stands before it. */
  readonly isFirst: boolean;
}

/** Gives the code block around a place, for places from the first to the last. */
function blocksOf(text: string): (at: number) => CodeBlock | undefined {
  let blocks: readonly CodeBlock[] | undefined;
  let next = 0;
  return at => {
    blocks ??= text.includes('```') ? codeBlocks(text) : [];
    while (next < blocks.length && blocks[next]!.end <= at) next++;
    const block = blocks[next];
    return block && block.start < at ? block : undefined;
  };
}

/** The code blocks of a text: one that does not end goes on to the end of the text. */
function codeBlocks(text: string): readonly CodeBlock[] {
  const blocks = findFences(text).map(({ open, inner, close }, i) => ({
    start: open.start,
    inner: inner.start,
    end: close.end,
    isFirst: i === 0,
  }));
  const last = blocks.at(-1)?.end ?? 0;
  const open = /^[ \t]*```[^\n`]*\n/m.exec(text.slice(last));
  if (!open) return blocks;
  const start = last + open.index;
  return [...blocks, { start, inner: start + open[0].length, end: text.length, isFirst: blocks.length === 0 }];
}
