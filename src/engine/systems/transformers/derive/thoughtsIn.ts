import type { PyDict } from '../../../core/pyValue.ts';
import { type AskedTemplate, answerMessage, type RenderedAnswer } from './askedTemplate.ts';
import type { FieldJson } from './callParts.ts';
import { type CallAnswers, probeCalls, question, toolsFor, words } from './callProbes.ts';
import { anchorOf, commonEnd, firstDelimiter, patternOf, piecesOf } from './textPieces.ts';

/** What begins and ends the thoughts of an answer. */
export interface ThoughtMarks {
  /** Empty: they begin the answer without a mark. */
  readonly open: string;
  /** Empty: they end where something else opens; without an opening either they are all that stands outside of the marks of words. */
  readonly close: string;
}

/** The field that reads thoughts; `ends`: what ends an answer; `others`: patterns of what opens the rest of it. */
export function thoughtsField(
  { open, close }: ThoughtMarks,
  ends: readonly string[],
  others: readonly string[],
): FieldJson {
  if (open !== '' && close === '')
    return { open, close_pattern: `(?=${[...others, ...ends.map(patternOf)].join('|')})` };
  if (open !== '') return { open, close };
  if (close === '') return anchorOf('close', ends);
  // Where the answer ends before it has the mark, it has no thoughts.
  const before = ends.length > 0 ? `(?:(?!${ends.map(patternOf).join('|')}).)*` : '.*?';
  return { open_pattern: `\\A\\s*(?=${before}${patternOf(close)})`, close };
}

/** What of an answer's thoughts probes show. */
export interface FoundThoughts {
  /** The key of a message for its thoughts: that which the template reads, else the usual one. */
  readonly reasoningKey: string;
  readonly thoughts: ThoughtMarks | undefined;
  /** Whether thoughts that are in a message stand in the conversation as rendered. */
  readonly writesThoughts: boolean;
}

/** What probes know before thoughts are looked for. */
export interface ThoughtProbes {
  /** Words alone, and what stands before them. */
  readonly spoken: RenderedAnswer;
  readonly lead: string;
  readonly keys: readonly string[];
  readonly variants: readonly PyDict[];
  readonly answers: CallAnswers | undefined;
}

/** The thoughts of a template's answers: what begins and ends them, and the key of a message that has them. */
export function thoughtsIn(
  template: AskedTemplate,
  { spoken, lead, keys, variants, answers }: ThoughtProbes,
): FoundThoughts {
  let written: string | undefined;
  for (const reasoningKey of keys) {
    const parts = { content: words.content, thoughts: words.thoughts };
    const answer = template.tryAnswer([question, answerMessage(parts, reasoningKey)]);
    const at = answer?.text.indexOf(words.thoughts) ?? -1;
    if (!answer || at < 0) continue;
    const marks = marksBeside(answer, at, openOf(answer, at, spoken, lead), lead);
    if (marks) return { reasoningKey, thoughts: marks, writesThoughts: true };
    written ??= reasoningKey;
  }
  // Some templates keep them beside calls only.
  for (const reasoningKey of answers && written === undefined ? keys : []) {
    const parts = { thoughts: words.thoughts, calls: [probeCalls.first] };
    const tools = toolsFor([probeCalls.first]);
    const answer = template.tryAnswer([question, answerMessage(parts, reasoningKey)], { tools });
    const at = answer?.text.indexOf(words.thoughts) ?? -1;
    const marks =
      answer && at >= 0 && marksBeforeCall(answer.text, at, openOf(answer, at, spoken, lead), answers!.one.text);
    if (marks) return { reasoningKey, thoughts: marks, writesThoughts: true };
  }
  // They stand there, and nothing tells them apart.
  if (written !== undefined) return { reasoningKey: written, thoughts: undefined, writesThoughts: true };
  // The history has none, but the prompt opens them.
  const prompts = variants.map(kwargs =>
    template.tryAnswer([question, answerMessage({ content: words.content })], { kwargs }),
  );
  const opens = prompts.map(answer => lastPiece(answer?.prompt ?? ''));
  const open = opens.find(each => /^[<[](?!\/)/.test(each) && /think|reason|thought|reflect/i.test(each)) ?? '';
  const close = closingOf(open);
  const isOpening = open !== close;
  return {
    reasoningKey: keys[0]!,
    thoughts: isOpening ? { open, close } : undefined,
    writesThoughts: false,
  };
}

/** The marks of thoughts in an answer with words; `own`: what stands before words alone. */
function marksBeside({ text }: RenderedAnswer, at: number, open: string, own: string): ThoughtMarks | undefined {
  const behind = text.indexOf(words.content);
  if (behind < at) return marksBehind(text, at, behind);
  const between = text.slice(at + words.thoughts.length, behind).trim();
  const isOpened = own !== '' && own !== between && between.endsWith(own) && (open === '' || !own.startsWith(open));
  const close = own === '' ? lineOf(between) : firstDelimiter(isOpened ? between.slice(0, -own.length) : between);
  // Without a mark of their own they are what stands outside of the words'.
  if (own !== '' && own === between) return { open, close: '' };
  return close === '' ? undefined : { open, close };
}

/** What opens thoughts, in the answer or at the end of the prompt; empty: nothing does. `spoken`: words alone behind `lead`. */
function openOf(
  { text, prompt, promptTail }: RenderedAnswer,
  at: number,
  spoken: RenderedAnswer,
  lead: string,
): string {
  const before = text.slice(0, at).trim();
  if (before !== '') return before;
  const last = lastPiece(prompt.slice(0, prompt.length - promptTail.length));
  // Behind what begins any answer words stand as well, with nothing that closes it.
  const [name] = /[\p{L}\p{N}_]+/u.exec(last) ?? [];
  const isClosed = name !== undefined && lead.includes(name);
  const isPrefilled = promptTail.trim() !== '' || spoken.promptTail.trim() !== '';
  return isClosed || isPrefilled ? last : '';
}

/** The marks of thoughts in front of a call, which stands as `call` without them. */
function marksBeforeCall(text: string, at: number, open: string, call: string): ThoughtMarks | undefined {
  const rest = text.slice(at + words.thoughts.length);
  const close = rest.slice(0, rest.length - commonEnd(rest, call).length).trim();
  return open === '' || close === '' ? undefined : { open, close };
}

function lineOf(text: string): string {
  return text.split('\n', 1)[0]!.trimEnd();
}

/** The marks of thoughts that stand behind the words. */
function marksBehind(text: string, at: number, wordsAt: number): ThoughtMarks | undefined {
  if (wordsAt < 0) return undefined;
  const open = text.slice(wordsAt + words.content.length, at).trim();
  const close = firstDelimiter(text.slice(at + words.thoughts.length));
  return open === '' || close === '' ? undefined : { open, close };
}

/** What closes what a mark opens, as marks are usually written. */
function closingOf(open: string): string {
  if (/start|begin/i.test(open)) return open.replace('START', 'END').replace('start', 'end').replace(/begin/i, 'end');
  return open.replace(/^([<[][|｜]?)/, '$1/');
}

function lastPiece(text: string): string {
  const last = piecesOf(text.trimEnd()).at(-1) ?? '';
  return /^[<[]/.test(last) && last.length > 2 ? last : '';
}
