import type { PyDict } from '../../../core/pyValue.ts';
import { type AskedTemplate, answerMessage, type RenderedAnswer } from './askedTemplate.ts';
import type { CallShape, WordsAnswer } from './callParts.ts';
import { askCalls, type CallAnswers, probeCalls, question, toolsFor, words } from './callProbes.ts';
import { jsonShape } from './jsonShape.ts';
import { tagShape } from './tagShape.ts';
import { commonEnd, firstDelimiter, firstWord } from './textPieces.ts';
import { type FoundThoughts, type ThoughtMarks, thoughtsIn } from './thoughtsIn.ts';

/** What of an answer probes show. */
export interface AnswerRegions extends FoundThoughts {
  readonly calls: CallShape | undefined;
  /** Whether calls stand there, in whatever shape, or the template at least reads them from messages. */
  readonly writesCalls: boolean;
  /** Whether an answer ends with a mark of its own, and not with that of the next turn. */
  readonly endsItself: boolean;
  /** Openings of the words; none: they stand in no region of their own. */
  readonly contentOpens: readonly string[];
  readonly contentCloses: readonly string[];
  /** What begins behind words that have an opening, and ends them. */
  readonly contentStops: readonly string[];
  readonly anchors: readonly string[];
  /** Whether blanks stand behind closings of calls or of answers. */
  readonly hasGaps: boolean;
}

const reasoningKeys = ['reasoning_content', 'thinking', 'reasoning', 'thought', 'thoughts'];

/**
 * The regions of a template's answers; `undefined`: it does not write the words of an answer. `attributes`: what it reads of
 * messages; `variants`: arguments under which it may ask otherwise.
 */
export function answerRegions(
  template: AskedTemplate,
  attributes: ReadonlySet<string>,
  variants: readonly PyDict[],
): AnswerRegions | undefined {
  const spoken = template.answer([question, answerMessage({ content: words.content })]);
  const at = spoken.text.indexOf(words.content);
  if (at < 0) return undefined;
  const beside: WordsAnswer = { lead: spoken.text.slice(0, at), tail: spoken.text.slice(at + words.content.length) };
  const keys = [...reasoningKeys, ...[...attributes].filter(each => /think|reason|thought/i.test(each))];
  const answers = askCalls(template);
  const found = thoughtsIn(template, {
    spoken,
    lead: beside.lead.trim(),
    keys,
    variants,
    answers,
  });
  const { thoughts } = found;
  const calls = answers && callShape(answers, beside);
  const lead = withoutThoughts(beside.lead, thoughts);
  const spokenCall = template.tryAnswer(
    [question, answerMessage({ content: words.content, calls: [probeCalls.first] })],
    {
      tools: toolsFor([probeCalls.first]),
    },
  );
  const opens = lead === '' ? [] : [lead];
  const closes = lead === '' ? [] : [firstDelimiter(beside.tail)];
  const stops: string[] = [];
  if (lead !== '' && spokenCall?.text.includes(words.content)) {
    const place = spokenCall.text.indexOf(words.content);
    const own = withoutThoughts(spokenCall.text.slice(0, place), thoughts);
    if (own !== '' && own !== thoughts?.open && (!calls || !own.includes(calls.open.trim()))) {
      opens.push(own);
      const behind = spokenCall.text.slice(place + words.content.length);
      // What opens a call is not the words' to close with.
      const isCall = calls !== undefined && behind.trimStart().startsWith(calls.open.trim());
      (isCall ? stops : closes).push(firstDelimiter(behind));
    }
  }
  const ends = endsOf(spoken, beside.tail, answers?.one, calls);
  const later = calls && answerAfterResult(template);
  const anchors = startAnchors(spoken, thoughts, later);
  // Where the prompt behind a result has no header, the history has one: the implicit field drops it where nothing is before it.
  const headers = anchors.map(anchor => anchor.trim()).filter(anchor => later?.text.trimStart().startsWith(anchor));
  const contentCloses = [...new Set(lead === '' ? [...(calls?.around ?? []), ...ends, ...headers] : closes)].filter(
    each => each !== '',
  );
  return {
    ...found,
    calls,
    writesCalls: answers !== undefined || attributes.has('tool_calls'),
    endsItself: beside.tail.trim() !== '',
    contentOpens: [...new Set(opens)],
    contentCloses,
    contentStops: stops,
    anchors,
    hasGaps: hasGaps([calls?.close ?? '', ...contentCloses], [spoken, answers?.one, answers?.two]),
  };
}

/** Whether blanks stand behind one of these marks in an answer. */
function hasGaps(marks: readonly string[], answers: readonly (RenderedAnswer | undefined)[]): boolean {
  const parts = marks
    .filter(mark => mark !== '')
    .flatMap(mark => answers.flatMap(each => each?.text.split(mark).slice(1)));
  return parts.some(part => part !== undefined && /^\s/.test(part));
}

/** What ends an answer: the marks behind the words, or that of the next turn. */
function endsOf(
  spoken: RenderedAnswer,
  tail: string,
  called: RenderedAnswer | undefined,
  calls: CallShape | undefined,
): readonly string[] {
  const end = tail.trim() === '' ? [firstDelimiter(spoken.next())] : marksOf(tail);
  const behindCalls = calls && called ? marksOf(calls.end)[0]! : '';
  const next = calls && called && calls.end === '' && tail.trim() === '' ? firstDelimiter(called.next()) : '';
  return [...end, behindCalls, next].filter(each => each !== '');
}

/** The marks of a text between blanks; where one of them is a mere word, the whole is one. */
function marksOf(text: string): readonly string[] {
  const marks = text.trim().split(/\s+/);
  return marks.every(mark => /[\p{L}\p{N}]/u.test(mark) && /[^\p{L}\p{N}_]/u.test(mark)) ? marks : [text.trim()];
}

/** What stands in front of words when no thoughts do, without the marks of empty ones. */
function withoutThoughts(lead: string, thoughts: ThoughtMarks | undefined): string {
  let rest = lead.trim();
  if (!thoughts) return rest;
  if (rest.startsWith(thoughts.open)) rest = rest.slice(thoughts.open.length).trim();
  if (rest.startsWith(thoughts.close)) rest = rest.slice(thoughts.close.length).trim();
  return rest;
}

/** The shape of the calls in probes; `beside`: what stands around words. `undefined`: no call can be found. */
function callShape(answers: CallAnswers, beside: WordsAnswer): CallShape | undefined {
  return jsonShape(answers, beside) ?? tagShape(answers, beside);
}

const marks = new RegExp(Object.values(words).join('|'));

const result = 'qzresult';

/** An answer behind the result of a call. */
function answerAfterResult(template: AskedTemplate): RenderedAnswer | undefined {
  const { first } = probeCalls;
  const history = [
    question,
    answerMessage({ calls: [first] }),
    { role: 'tool', name: first.name, tool_call_id: 'callid100', content: result },
  ];
  return template.tryAnswer([...history, answerMessage({ content: words.content })], { tools: toolsFor([first]) });
}

/** What a prompt ends with, whatever stands before: where the answer begins. `later`: an answer behind a result, where there are calls. */
function startAnchors(
  spoken: RenderedAnswer,
  thoughts: ThoughtMarks | undefined,
  later: RenderedAnswer | undefined,
): readonly string[] {
  const behind = (prompt: string, word: string) => prompt.slice(prompt.lastIndexOf(word) + word.length);
  const ends = [behind(spoken.prompt, words.question)];
  if (later?.prompt.includes(result)) ends.push(lastMark(behind(later.prompt, result)));
  const cut = ends.map(end => withoutOpening(end, thoughts));
  const shared = cut.length === 1 ? cut[0]! : commonEnd(cut[0]!, cut[1]!);
  const isShared = /[\p{L}\p{N}]/u.test(shared);
  const found = (isShared ? [shared] : cut).map(text => headerOf(text, spoken.text.slice(-200)));
  const anchors = [...new Set(found)].filter(each => each !== '');
  const closed =
    thoughts && thoughts.open !== '' && thoughts.close !== ''
      ? anchors.map(anchor => `${anchor.trimEnd()}${thoughts.close}`)
      : [];
  const isClosed = closed.some(anchor => spoken.prompt.trimEnd().endsWith(anchor));
  return isClosed ? [...anchors, ...closed] : anchors;
}

/** The last mark of a prompt's end, with the words behind it: what stands before it depends on the result. */
function lastMark(end: string): string {
  const at = end.search(/<[^<>\s][^<>]*>[^<>]*$/);
  return at < 0 ? end : end.slice(at);
}

/** The end of a prompt without the marks of thoughts that it already writes. */
function withoutOpening(end: string, thoughts: ThoughtMarks | undefined): string {
  if (!thoughts) return end;
  const without = (text: string, mark: string) =>
    mark !== '' && text.trimEnd().endsWith(mark) ? text.trimEnd().slice(0, -mark.length) : text;
  return without(without(end, thoughts.close), thoughts.open);
}

/** The part of a prompt's end that begins the answer: behind the mark that ends a turn. */
function headerOf(text: string, answerEnd: string): string {
  const lines = text.trimStart();
  const turn = firstWord(answerEnd.replace(marks, ' ').trim().split(/\s/).at(-1) ?? '');
  const own = turn !== '' && lines.startsWith(turn) ? lines.slice(turn.length).trimStart() : lines;
  return own === '' ? lines : own;
}
