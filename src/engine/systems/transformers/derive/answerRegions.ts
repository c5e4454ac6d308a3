import type { PyDict } from '../../../core/pyValue.ts';
import { type AskedTemplate, answerMessage, type RenderedAnswer } from './askedTemplate.ts';
import type { CallShape, WordsAnswer } from './callParts.ts';
import type { CallAnswers } from './callProbes.ts';
import { askCalls, probeCalls, question, toolsFor, words } from './callProbes.ts';
import { jsonShape } from './jsonShape.ts';
import { answerAfterResult, startAnchors } from './startAnchors.ts';
import { tagShape } from './tagShape.ts';
import { firstDelimiter, firstWord } from './textPieces.ts';
import type { ThoughtMarks } from './thoughtMarks.ts';
import { type FoundThoughts, thoughtsIn } from './thoughtsIn.ts';

/** What of an answer probes show. */
export interface AnswerRegions extends FoundThoughts {
  readonly calls: CallShape | undefined;
  /** Whether calls stand there, told or not, or the template reads them of messages at least. */
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
  asked: AskedTemplate,
  attributes: ReadonlySet<string>,
  variants: readonly PyDict[],
): AnswerRegions | undefined {
  const spoken = asked.answer([question, answerMessage({ content: words.content })]);
  const at = spoken.text.indexOf(words.content);
  if (at < 0) return undefined;
  const beside: WordsAnswer = { lead: spoken.text.slice(0, at), tail: spoken.text.slice(at + words.content.length) };
  const keys = [...reasoningKeys, ...[...attributes].filter(each => /think|reason|thought/i.test(each))];
  const answers = askCalls(asked);
  const found = thoughtsIn(asked, {
    spoken,
    lead: beside.lead.trim(),
    keys,
    variants,
    answers,
  });
  const { thoughts } = found;
  const calls = answers && callShape(answers, beside);
  const lead = withoutThoughts(beside.lead, thoughts);
  const spokenCall = asked.tryAnswer([question, answerMessage({ content: words.content, calls: [probeCalls.first] })], {
    tools: toolsFor([probeCalls.first]),
  });
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
  const later = calls && answerAfterResult(asked);
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
  const end = tail.trim() === '' ? [firstDelimiter(spoken.next())] : tail.trim().split(/\s+/);
  const behindCalls = calls && called ? (calls.end === '' ? '' : firstWord(calls.end)) : '';
  const next = calls && called && calls.end === '' && tail.trim() === '' ? firstDelimiter(called.next()) : '';
  return [...end, behindCalls, next].filter(each => each !== '');
}

/** What stands in front of words when no thoughts do, without the marks of empty ones. */
function withoutThoughts(lead: string, thoughts: ThoughtMarks | undefined): string {
  let rest = lead.trim();
  if (!thoughts) return rest;
  if (rest.startsWith(thoughts.open)) rest = rest.slice(thoughts.open.length).trim();
  if (rest.startsWith(thoughts.close)) rest = rest.slice(thoughts.close.length).trim();
  return rest;
}

/** The shape of the calls in probes; `beside`: what stands around words. `undefined`: no call can be told. */
function callShape(answers: CallAnswers, beside: WordsAnswer): CallShape | undefined {
  return jsonShape(answers, beside) ?? tagShape(answers, beside);
}
