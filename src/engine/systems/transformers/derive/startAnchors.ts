import type { PyValue } from '../../../core/pyValue.ts';
import { type AskedTemplate, answerMessage, type RenderedAnswer } from './askedTemplate.ts';
import { probeCalls, question, words } from './callProbes.ts';
import { commonEnd, firstWord } from './textPieces.ts';
import type { ThoughtMarks } from './thoughtMarks.ts';

const marks = new RegExp(Object.values(words).join('|'));

/** What a prompt ends with, whatever stands before: where the answer begins. */
export function startAnchors(
  asked: AskedTemplate,
  spoken: RenderedAnswer,
  thoughts: ThoughtMarks | undefined,
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
function withoutOpening(end: string, thoughts: ThoughtMarks | undefined): string {
  if (!thoughts) return end;
  const without = (text: string, mark: string) =>
    text.trimEnd().endsWith(mark) ? text.trimEnd().slice(0, -mark.length) : text;
  return without(without(end, thoughts.close), thoughts.open);
}

/** The part of a prompt's end that begins the answer: behind the mark that ends a turn. */
function headerOf(text: string, answerEnd: string): string {
  const lines = text.trimStart();
  const turn = firstWord(answerEnd.replace(marks, ' ').trim().split(/\s/).at(-1) ?? '');
  const own = turn !== '' && lines.startsWith(turn) ? lines.slice(turn.length).trimStart() : lines;
  return own === '' ? lines : own;
}
