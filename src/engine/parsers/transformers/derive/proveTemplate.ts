import { EngineError } from '../../../core/errors.ts';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { isEmptyValue } from '../messageBuilder.ts';
import { loadResponseTemplate, type ResponseTemplate } from '../responseTemplate.ts';
import { sameValue } from '../roundTrip.ts';
import { TemplateReader } from '../templateReader.ts';
import type { FieldJson } from './callParts.ts';
import { firstDelimiter } from './pieces.ts';
import { type AskedTemplate, answerMessage, type RenderedAnswer } from './probes.ts';
import { historyOf, type ProofMessage, proofKinds, proofTools } from './proofKinds.ts';
import type { AnswerRegions } from './regions.ts';

/** Whether messages of a kind came back; `reason`: why not, or which part of them the answer does not hold. */
export interface ProvenKind {
  readonly kind: string;
  readonly cameBack: boolean;
  readonly reason?: string;
}

/** What was shown of a template. */
export interface Proof {
  /** Whether every kind came back as far as it is in the answer at all. */
  readonly proved: boolean;
  readonly kinds: readonly ProvenKind[];
  /** How many kinds are not as they should be. */
  readonly failures: number;
}

/** Reads messages of all kinds, rendered by the chat template, by a response template, with each of several sets of arguments. */
export function proveTemplate(
  asked: AskedTemplate,
  regions: AnswerRegions,
  written: FieldJson,
  variants: readonly PyDict[],
): Proof {
  const template = loadResponseTemplate(fromPlain(written));
  const judged = proofKinds
    .filter(({ messages }) => isWritten(messages[0]!, regions))
    .map(({ kind, messages }) => {
      const found = messages.flatMap(message => variants.map(kwargs => judge(asked, regions, template, message, kwargs)));
      const failed = found.find(({ isRight }) => !isRight);
      const told = failed ?? found.find(({ reason }) => reason !== undefined);
      const reason = told?.reason;
      return { kind, cameBack: told === undefined, isRight: !failed, ...(reason !== undefined && { reason }) };
    });
  const failures = judged.filter(({ isRight }) => !isRight).length;
  return { proved: failures === 0, failures, kinds: judged.map(({ isRight, ...kind }) => kind) };
}

/** Whether a chat template has such messages: one without thoughts or tools is not asked for them. */
function isWritten({ thoughts, calls, afterResult }: ProofMessage, regions: AnswerRegions): boolean {
  if ((calls || afterResult) && !regions.calls) return false;
  return !thoughts || regions.thoughts !== undefined;
}

interface Judgement {
  readonly isRight: boolean;
  readonly reason?: string;
}

function judge(
  asked: AskedTemplate,
  regions: AnswerRegions,
  template: ResponseTemplate,
  message: ProofMessage,
  kwargs: PyDict,
): Judgement {
  const { reasoningKey } = regions;
  const options = { kwargs, ...(!message.withoutTools && regions.calls && { tools: proofTools }) };
  let answer: RenderedAnswer;
  try {
    answer = asked.answer([...historyOf(message), answerMessage(message, reasoningKey)], options);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { isRight: true, reason: `the chat template raises ${error.class}: ${error.message}` };
  }
  const text = asGenerated(answer, message, regions);
  if (text === undefined) return { isRight: true, reason: 'the prompt has closed the thoughts' };
  const { expected, missing } = partsIn(`${answer.prompt.slice(-200)}${text}`, message);
  const reason = missing === undefined ? undefined : `the answer does not hold the ${missing}: the chat template drops them`;
  const read = readAnswer(template, answer.prompt, text, options.tools ?? null);
  if (read instanceof EngineError) return { isRight: false, reason: `${read.class}: ${read.message}` };
  const odd = differenceOf(fromPlain(answerMessage(expected, reasoningKey)) as PyDict, read, reasoningKey);
  if (odd !== undefined) return { isRight: false, reason: `${odd} comes back otherwise` };
  return { isRight: true, ...(reason !== undefined && { reason }) };
}

/** The answer that a model gives to the prompt: with its thoughts, where the history leaves them out. */
function asGenerated(
  { text, prompt, promptTail, next }: RenderedAnswer,
  { thoughts }: ProofMessage,
  regions: AnswerRegions,
): string | undefined {
  const known = regions.thoughts;
  const ended = endsItself(text, regions) ? text : text + firstDelimiter(next);
  if (!known || regions.writesThoughts) {
    // A prompt that has written empty thoughts already.
    return promptTail.trim() !== '' && thoughts !== undefined ? undefined : ended;
  }
  return prompt.trimEnd().endsWith(known.open) ? `${thoughts ?? 'I see.'}\n${known.close}\n\n${ended}` : ended;
}

function endsItself(text: string, { contentCloses, calls }: AnswerRegions): boolean {
  const end = text.trimEnd();
  return contentCloses.length === 0 || [...contentCloses, calls?.end ?? ''].some(close => close !== '' && end.endsWith(close));
}

/** The parts of a message that an answer holds at all, and what it lacks. */
function partsIn(
  text: string,
  message: ProofMessage,
): { readonly expected: ProofMessage; readonly missing?: string | undefined } {
  const { content = '', thoughts = '', calls = [] } = message;
  const has = (part: string) => part === '' || text.includes(part.trim().split('\n')[0]!);
  const written = calls.filter(({ name }, i) => text.split(name).length > calls.slice(0, i).filter(each => each.name === name).length + 1);
  const missing = [
    ...(has(content) ? [] : ['words']),
    ...(has(thoughts) ? [] : ['thoughts']),
    ...(written.length < calls.length ? ['calls behind the first'] : []),
  ];
  const expected = {
    ...(has(content) && { content }),
    ...(has(thoughts) && thoughts !== '' && { thoughts }),
    ...(written.length > 0 && { calls: written }),
  };
  return { expected, ...(missing.length > 0 && { missing: missing.join(' and ') }) };
}

function readAnswer(template: ResponseTemplate, prompt: string, text: string, tools: PyValue): PyDict | EngineError {
  try {
    const reader = new TemplateReader(template, prompt, tools);
    reader.feed(text);
    return reader.finalize().message;
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}

/** The key whose value differs: texts without blanks at their ends, empty values and ids left out. */
function differenceOf(expected: PyDict, read: PyDict, reasoningKey: string): string | undefined {
  return ['content', reasoningKey, 'tool_calls'].find(key => {
    const [one, other] = [expected, read].map(message => comparable(message.get(key) ?? null));
    return !sameValue(one ?? null, other ?? null);
  });
}

function comparable(value: PyValue): PyValue {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (isPyList(value)) return value.length === 0 ? null : value.map(withoutId);
  return isEmptyValue(value) ? null : value;
}

function withoutId(call: PyValue): PyValue {
  return isPyDict(call) ? new Map([...call].filter(([key]) => key !== 'id')) : call;
}
