import { EngineError } from '../../../core/errors.ts';
import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import type { AnswerRegions } from './answerRegions.ts';
import { type AskedTemplate, answerMessage, type RenderedAnswer } from './askedTemplate.ts';
import { delimiterKinds, historyOf, type ProofMessage, proofKinds, toolsOf } from './proofKinds.ts';
import { firstDelimiter } from './textPieces.ts';

/** An answer that is to come back. */
export interface ProofAnswer {
  readonly prompt: string;
  /** What the model writes; `undefined`: the chat template has no such answer. */
  readonly text: string | undefined;
  /** The message, as far as the answer holds it. */
  readonly expected: ProofMessage;
  readonly tools: PyValue;
  /** Whether a message like this follows such a prompt. */
  readonly isAsked: boolean;
  /** Why it need not come back; absent: it must. */
  readonly excuse?: string;
  /** What of the message is not in the answer at all, in words; absent: nothing. */
  readonly lacks?: string;
}

/** The kinds that are rendered under each of several sets of arguments. */
const askedOften: ReadonlySet<string> = new Set(['words', 'thoughts', 'words and a call', 'thoughts and a call']);

/** Messages of all kinds that a chat template has, rendered by it. */
export function renderProofs(
  template: AskedTemplate,
  regions: AnswerRegions,
  variants: readonly PyDict[],
): ReadonlyMap<string, readonly ProofAnswer[]> {
  const close = regions.calls?.close.trim() ?? '';
  const quote = regions.calls?.quote?.trim() ?? '';
  const answers = (message: ProofMessage, kwargs: PyDict) => rendered(template, regions, message, kwargs);
  return new Map([
    ...proofKinds
      .filter(({ messages }) => isWritten(messages[0]!, regions))
      .map(
        ({ kind, messages }) =>
          [
            kind,
            messages.flatMap((message, i) => {
              const all = (i === 0 && askedOften.has(kind) ? variants : variants.slice(0, 1)).map(kwargs =>
                answers(message, kwargs),
              );
              // A prompt that has closed the thoughts already has no answer with some.
              const asking = all.filter(({ isAsked }) => isAsked);
              return (asking.length > 0 ? asking : all.slice(0, 1)).map(each => excused(kind, each));
            }),
          ] as const,
      ),
    ...delimiterKinds(close, quote).map(({ kind, mark, messages }) => {
      const excuse = `the chat template writes \`${mark.replace(/\s+/g, ' ')}\` in a text as it is, and no template tells it from the end of the ${mark === quote ? 'text' : 'call'}`;
      return [kind, messages.map(message => ({ ...answers(message, variants[0]!), excuse }))] as const;
    }),
  ]);
}

/** An answer with the excuse for what stands within an argument as Python writes it: content parsers know JSON. */
function excused(kind: string, answer: ProofAnswer): ProofAnswer {
  const sign = /^null within/.test(kind) ? 'null' : /texts within/.test(kind) ? '\\"' : undefined;
  if (sign === undefined || answer.text === undefined || answer.text.includes(sign)) return answer;
  const what = sign === 'null' ? 'nothing' : 'texts';
  return {
    ...answer,
    excuse: `the chat template writes ${what} within an argument otherwise than JSON, and no parser reads them`,
  };
}

/** Whether a chat template has such messages: one without thoughts or tools renders none of these. */
function isWritten({ thoughts, calls, history }: ProofMessage, regions: AnswerRegions): boolean {
  if ((calls || history === 'result') && !regions.writesCalls) return false;
  return !thoughts || regions.thoughts !== undefined || regions.writesThoughts;
}

function rendered(template: AskedTemplate, regions: AnswerRegions, proof: ProofMessage, kwargs: PyDict): ProofAnswer {
  const tools = !proof.withoutTools && regions.writesCalls ? toolsOf(proof) : null;
  let answer: RenderedAnswer;
  try {
    const messages = [...historyOf(proof), answerMessage(proof, regions.reasoningKey)];
    answer = template.answer(messages, { kwargs, ...(tools !== null && { tools }) });
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const lacks = `the chat template raises ${error.class}: ${error.message}`;
    return { prompt: '', text: undefined, expected: proof, tools, lacks, isAsked: true };
  }
  const { prompt, promptTail } = answer;
  if (regions.writesThoughts && proof.thoughts !== undefined && promptTail.trim() !== '') {
    const lacks = 'the prompt has written the thoughts already';
    return { prompt, text: undefined, expected: proof, tools, lacks, isAsked: false };
  }
  const { text, message } = asGenerated(answer, proof, regions);
  const { expected, missing } = partsIn(text, prompt.slice(-200), message);
  const lacks = missing && `the answer does not hold the ${missing}: the chat template drops them`;
  return { prompt, text, expected, tools, isAsked: true, ...(lacks !== undefined && { lacks }) };
}

/** What a model writes behind the prompt: with its thoughts, where the history leaves them out. */
function asGenerated(
  { text, prompt, promptTail, next }: RenderedAnswer,
  message: ProofMessage,
  { thoughts: marks, endsItself }: AnswerRegions,
): { readonly text: string; readonly message: ProofMessage } {
  const ended = endsItself ? text : text + firstDelimiter(next());
  if (!marks || marks.open === '' || promptTail.trim() === '') return { text: ended, message };
  if (!prompt.trimEnd().endsWith(marks.open)) return { text: ended, message };
  const rest = ended.trimStart().startsWith(marks.close) ? ended.trimStart().slice(marks.close.length) : ended;
  const thoughts = message.thoughts ?? 'I see.';
  return { text: `${thoughts}\n${marks.close}\n\n${rest.trimStart()}`, message: { ...message, thoughts } };
}

/** The parts of a message that an answer holds at all, and what it lacks. */
function partsIn(
  text: string,
  promptEnd: string,
  message: ProofMessage,
): { readonly expected: ProofMessage; readonly missing?: string } {
  const { content = '', thoughts = '', calls = [] } = message;
  const has = (part: string) => `${promptEnd}${text}`.includes(part.trim().split('\n')[0]!);
  const times = (name: string) => text.split(name).length - 1;
  const written = calls.filter(
    ({ name }, i) => times(name) > calls.slice(0, i).filter(each => each.name === name).length,
  );
  const missing = [
    ...(has(content) ? [] : ['words']),
    ...(has(thoughts) ? [] : ['thoughts']),
    ...(written.length < calls.length ? [written.length === 0 ? 'calls' : 'calls behind the first'] : []),
  ];
  const expected = {
    ...(has(content) && { content }),
    ...(has(thoughts) && thoughts !== '' && { thoughts }),
    ...(written.length > 0 && { calls: written }),
  };
  return { expected, ...(missing.length > 0 && { missing: missing.join(' and ') }) };
}
