import { type AskedTemplate, answerMessage, type RenderedAnswer } from './askedTemplate.ts';
import { probeCalls, question, toolsFor, words } from './callProbes.ts';
import { commonEnd, firstWord } from './textPieces.ts';
import type { ThoughtMarks } from './thoughtMarks.ts';

const marks = new RegExp(Object.values(words).join('|'));

const result = 'qzresult';

/** An answer behind the result of a call. */
export function answerAfterResult(asked: AskedTemplate): RenderedAnswer | undefined {
  const { first } = probeCalls;
  const history = [
    question,
    answerMessage({ calls: [first] }),
    { role: 'tool', name: first.name, tool_call_id: 'callid100', content: result },
  ];
  return asked.tryAnswer([...history, answerMessage({ content: words.content })], { tools: toolsFor([first]) });
}

/** What a prompt ends with, whatever stands before: where the answer begins. `later`: an answer behind a result, where there are calls. */
export function startAnchors(
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
