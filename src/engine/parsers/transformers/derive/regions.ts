import type { PyValue } from '../../../core/pyValue.ts';
import type { FieldJson, WordsAnswer } from './callParts.ts';
import { askCalls, probeCalls, question, toolsFor, words } from './callProbes.ts';
import { type CallShape } from './callParts.ts';
import { callShape } from './callShape.ts';
import { commonEnd, firstDelimiter, piecesOf } from './pieces.ts';
import { type AskedTemplate, answerMessage, type RenderedAnswer } from './probes.ts';

/** What of an answer probes show. */
export interface AnswerRegions {
  /** The key of a message for its thoughts: that which the template reads, else the usual one. */
  readonly reasoningKey: string;
  readonly thoughts: { readonly open: string; readonly close: string } | undefined;
  /** Whether thoughts that are in a message stand in the conversation as rendered. */
  readonly writesThoughts: boolean;
  readonly calls: CallShape | undefined;
  /** Openings of the words; none: they stand in no region of their own. */
  readonly contentOpens: readonly string[];
  readonly contentCloses: readonly string[];
  readonly anchors: readonly string[];
}

const reasoningKeys = ['reasoning_content', 'thinking', 'reasoning', 'thought', 'thoughts'];
const marks = new RegExp(Object.values(words).join('|'));

/** The regions of a template's answers; `undefined`: it does not write the words of an answer. `attributes`: what it reads of messages. */
export function answerRegions(asked: AskedTemplate, attributes: ReadonlySet<string>): AnswerRegions | undefined {
  const spoken = asked.answer([question, answerMessage({ content: words.content })]);
  const at = spoken.text.indexOf(words.content);
  if (at < 0) return undefined;
  const beside: WordsAnswer = { lead: spoken.text.slice(0, at), tail: spoken.text.slice(at + words.content.length) };
  const keys = [...reasoningKeys, ...[...attributes].filter(each => /think|reason|thought/i.test(each))];
  const { reasoningKey, thoughts, writesThoughts } = thoughtsOf(asked, spoken, beside, keys);
  const answers = askCalls(asked);
  const calls = answers && callShape(answers, beside);
  const lead = withoutThoughts(beside.lead, thoughts);
  const spokenCall = asked.tryAnswer(
    [question, answerMessage({ content: words.content, calls: [probeCalls.first] })],
    { tools: toolsFor([probeCalls.first]) },
  );
  const opens = lead === '' ? [] : [lead];
  const closes = lead === '' ? [] : [firstDelimiter(beside.tail)];
  if (lead !== '' && spokenCall?.text.includes(words.content)) {
    const place = spokenCall.text.indexOf(words.content);
    const own = withoutThoughts(spokenCall.text.slice(0, place), thoughts);
    if (own !== '' && own !== thoughts?.open && (!calls || !own.includes(calls.open.trim()))) {
      opens.push(own);
      closes.push(firstDelimiter(spokenCall.text.slice(place + words.content.length)));
    }
  }
  const ends = endsOf(spoken, beside.tail, answers?.one, calls);
  return {
    reasoningKey,
    thoughts,
    writesThoughts,
    calls,
    contentOpens: [...new Set(opens)],
    contentCloses: [...new Set(lead === '' ? [...(calls?.around ?? []), ...ends] : closes)].filter(each => each !== ''),
    anchors: anchorsOf(asked, spoken, thoughts, calls && [probeCalls.first.name, toolsFor([probeCalls.first])]),
  };
}

/** What ends an answer: the mark behind the words, or that of the next turn. */
function endsOf(
  spoken: RenderedAnswer,
  tail: string,
  called: RenderedAnswer | undefined,
  calls: CallShape | undefined,
): readonly string[] {
  const end = tail.trim() === '' ? firstDelimiter(spoken.next) : firstDelimiterOfEnd(tail);
  const behindCalls = calls && called ? (calls.end === '' ? '' : firstDelimiterOfEnd(calls.end)) : '';
  const next = calls && called && calls.end === '' && tail.trim() === '' ? firstDelimiter(called.next) : '';
  return [end, behindCalls, next].filter(each => each !== '');
}

/** The first mark of the text behind an answer: up to the first blank. */
function firstDelimiterOfEnd(tail: string): string {
  return /^\S+/.exec(tail.trim())?.[0] ?? '';
}

/** What stands in front of words when no thoughts do, without the marks of empty ones. */
function withoutThoughts(lead: string, thoughts: AnswerRegions['thoughts']): string {
  let rest = lead.trim();
  if (!thoughts) return rest;
  if (rest.startsWith(thoughts.open)) rest = rest.slice(thoughts.open.length).trim();
  if (rest.startsWith(thoughts.close)) rest = rest.slice(thoughts.close.length).trim();
  return rest;
}

function thoughtsOf(
  asked: AskedTemplate,
  spoken: RenderedAnswer,
  { lead }: WordsAnswer,
  keys: readonly string[],
): Pick<AnswerRegions, 'reasoningKey' | 'thoughts' | 'writesThoughts'> {
  for (const reasoningKey of keys) {
    const parts = { content: words.content, thoughts: words.thoughts };
    const answer = asked.tryAnswer([question, answerMessage(parts, reasoningKey)]);
    const at = answer?.text.indexOf(words.thoughts) ?? -1;
    const behind = answer?.text.indexOf(words.content) ?? -1;
    if (!answer || at < 0 || behind < at) continue;
    const before = answer.text.slice(0, at).trim();
    const open = before === '' ? lastPiece(answer.prompt) : before;
    const between = answer.text.slice(at + words.thoughts.length, behind).trim();
    const own = lead.trim();
    const isOpened = own !== '' && own !== between && between.endsWith(own) && !own.startsWith(open);
    const close = firstDelimiter(isOpened ? between.slice(0, -own.length) : between);
    if (open === '' || close === '') continue;
    return { reasoningKey, thoughts: { open, close }, writesThoughts: true };
  }
  // The history has none, but the prompt opens them.
  const open = lastPiece(spoken.prompt);
  const close = /^<\w+>$/.test(open) ? open.replace('<', '</') : open.replace(/^\[/, '[/');
  const isOpening = open !== close && /think|reason|thought|reflect/i.test(open);
  return {
    reasoningKey: keys[0]!,
    thoughts: isOpening ? { open, close } : undefined,
    writesThoughts: false,
  };
}

function lastPiece(text: string): string {
  const last = piecesOf(text.trimEnd()).at(-1) ?? '';
  return /^[<[]/.test(last) && last.length > 2 ? last : '';
}

/** What a prompt ends with, whatever stands before: where the answer begins. */
function anchorsOf(
  asked: AskedTemplate,
  spoken: RenderedAnswer,
  thoughts: AnswerRegions['thoughts'],
  called: readonly [name: string, tools: PyValue] | undefined,
): readonly string[] {
  const behind = (prompt: string, word: string) => prompt.slice(prompt.lastIndexOf(word) + word.length);
  const ends = [behind(spoken.prompt, words.question)];
  if (called) {
    const result = 'qzresult';
    const history = [
      question,
      answerMessage({ calls: [probeCalls.first] }),
      { role: 'tool', name: called[0], tool_call_id: 'callid100', content: result },
    ];
    const answer = asked.tryAnswer([...history, answerMessage({ content: words.content })], { tools: called[1] });
    if (answer?.prompt.includes(result)) ends.push(behind(answer.prompt, result));
  }
  const cut = ends.map(end => withoutOpening(end, thoughts));
  const shared = cut.length === 1 ? cut[0]! : commonEnd(cut[0]!, cut[1]!);
  const isShared = /[\p{L}\p{N}]/u.test(shared);
  const found = (isShared ? [shared] : cut).map(text => headerOf(text, spoken.text.slice(-200)));
  const anchors = [...new Set(found)].filter(each => each !== '');
  const closed = thoughts ? anchors.map(anchor => `${anchor.trimEnd()}${thoughts.close}`) : [];
  const isClosed = closed.some(anchor => spoken.prompt.trimEnd().endsWith(anchor));
  return isClosed ? [...anchors, ...closed] : anchors;
}

/** The end of a prompt without the marks of thoughts that it already writes. */
function withoutOpening(end: string, thoughts: AnswerRegions['thoughts']): string {
  if (!thoughts) return end;
  const places = [end.lastIndexOf(thoughts.open), end.lastIndexOf(thoughts.close)].filter(at => at >= 0);
  return places.length === 0 ? end : end.slice(0, Math.min(...places));
}

/** The part of a prompt's end that begins the answer: behind the mark that ends a turn. */
function headerOf(text: string, answerEnd: string): string {
  const lines = text.trimStart();
  const turn = firstDelimiterOfEnd(answerEnd.replace(marks, ' ').trim().split(/\s/).at(-1) ?? '');
  const own = turn !== '' && lines.startsWith(turn) ? lines.slice(turn.length).trimStart() : lines;
  return own === '' ? lines : own;
}

/** Fields as a response template has them. */
export function templateOf(
  { reasoningKey, thoughts, calls, contentOpens, contentCloses, anchors }: AnswerRegions,
  { joins }: { readonly joins: boolean },
): FieldJson {
  const one = (list: readonly string[]) => (list.length === 1 ? list[0] : list);
  const closesCall = calls && !('close' in calls.field) && !('close_pattern' in calls.field);
  return {
    defaults: { role: 'assistant' },
    start_anchor: one(anchors),
    fields: {
      ...(thoughts && { [reasoningKey]: thoughts }),
      ...(calls && {
        tool_calls: { ...calls.field, ...(closesCall && contentCloses.length > 0 && { close: one(contentCloses) }) },
      }),
      content: {
        ...(contentOpens.length > 0 && { open: one(contentOpens) }),
        ...(contentCloses.length > 0 && { close: one(contentCloses) }),
        ...(joins && { repeats: true, join: '' }),
      },
    },
  };
}
