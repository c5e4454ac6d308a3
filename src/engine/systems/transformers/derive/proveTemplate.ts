import { EngineError } from '../../../core/errors.ts';
import { fromPlain, isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { ProvenKind } from '../../../parsers/modelTemplates.ts';
import { resultOrError } from '../../../parsers/shared/attempt.ts';
import { toJsonText } from '../../../python/index.ts';
import { isEmptyValue } from '../messageBuilder.ts';
import { loadResponseTemplate, type ResponseTemplate } from '../responseTemplate.ts';
import { sameValue } from '../roundTrip.ts';
import { TemplateReader } from '../templateReader.ts';
import { answerMessage } from './askedTemplate.ts';
import type { FieldJson } from './callParts.ts';
import type { ProofAnswer } from './renderProofs.ts';

/** What the renderings prove of a template. */
export interface Proof {
  /** Whether every kind came back as far as it is in the answer at all. */
  readonly proved: boolean;
  readonly kinds: readonly ProvenKind[];
  /** How many kinds are not as they should be; a kind that is excused is half of one. */
  readonly failures: number;
  /** Whether some need an excuse. */
  readonly isExcused: boolean;
}

/** Reads answers of all kinds by a response template, whose key for thoughts is `thoughtsKey`. */
export function proveTemplate(
  answers: ReadonlyMap<string, readonly ProofAnswer[]>,
  thoughtsKey: string,
  written: FieldJson,
): Proof {
  const template = loadResponseTemplate(fromPlain(written));
  const kinds = [...answers].map(([kind, found]) => {
    const judged = found.map(answer => judge(answer, template, thoughtsKey));
    // A template that has calls raises for some of them; where it raises for all, nothing is proved of them.
    if (kind === 'a call' && found.every(({ text }) => text === undefined))
      return {
        ...{ isRight: false, isExcused: false },
        kind: {
          kind,
          cameBack: false,
          ...(judged[0] && judged[0].reason !== undefined && { reason: judged[0].reason }),
        },
      };
    const failed = judged.find(({ isRight }) => !isRight);
    const reason = (failed ?? judged.find(each => each.reason !== undefined))?.reason;
    const isBack = judged.every(each => each.isRight && each.reason === undefined);
    const isExcused = !failed && !isBack && found.some(({ excuse }) => excuse !== undefined);
    return { isRight: !failed, isExcused, kind: { kind, cameBack: isBack, ...(reason !== undefined && { reason }) } };
  });
  const failures = kinds.filter(({ isRight }) => !isRight).length;
  const excused = kinds.filter(({ isExcused }) => isExcused).length;
  return {
    proved: failures === 0,
    failures: failures + excused / 2,
    isExcused: excused > 0,
    kinds: kinds.map(({ kind }) => kind),
  };
}

interface Judgement {
  readonly isRight: boolean;
  readonly reason?: string;
}

function judge(answer: ProofAnswer, template: ResponseTemplate, reasoningKey: string): Judgement {
  const { prompt, text, expected, tools, lacks } = answer;
  const wrong = (reason: string) =>
    answer.excuse === undefined ? { isRight: false, reason } : { isRight: true, reason: answer.excuse };
  const why = lacks !== undefined && { reason: lacks };
  if (text === undefined) return { isRight: true, ...why };
  const read = readAnswer(template, prompt, text, tools);
  if (read instanceof EngineError) return wrong(`${read.class}: ${read.message}`);
  const message = fromPlain(answerMessage(expected, reasoningKey)) as PyDict;
  const odd = differenceOf(message, read, reasoningKey);
  if (odd === undefined) return { isRight: true, ...why };
  const thoughts = read.get(reasoningKey);
  const areThoughts = typeof thoughts === 'string' && expected.content && thoughts.includes(expected.content.trim());
  const reason = areThoughts ? 'the words stand where thoughts do, and come back as thoughts' : odd;
  return wrong(reason);
}

function readAnswer(template: ResponseTemplate, prompt: string, text: string, tools: PyValue): PyDict | EngineError {
  return resultOrError(() => {
    const reader = new TemplateReader(template, prompt, tools);
    reader.feed(text);
    return reader.finalize().message;
  });
}

/** What comes back otherwise, in words: the key, and of a call the argument. Texts without blanks at their ends, empty values and ids left out. */
function differenceOf(expected: PyDict, read: PyDict, reasoningKey: string): string | undefined {
  for (const key of ['content', reasoningKey, 'tool_calls']) {
    const [one = null, other = null] = [expected, read].map(message => comparable(message.get(key) ?? null));
    if (!sameValue(one, other)) return `\`${key}\` comes back otherwise${oddArgument(one, other)}`;
  }
  return undefined;
}

/** The longest value that is quoted. */
const maxTold = 80;

/** The first argument of calls that differs, and what it is read as; nothing where it is not one argument alone. */
function oddArgument(one: PyValue, other: PyValue): string {
  if (!isPyList(one) || !isPyList(other)) return '';
  for (const [i, call] of one.entries()) {
    const [expected, got] = [argumentsOf(call), argumentsOf(other[i] ?? null)];
    if (!expected || !got) return '';
    for (const [key, value] of expected)
      if (!sameValue(value, got.get(key) ?? null)) {
        const [written, back] = [value, got.get(key) ?? null].map(each => toJsonText(each, 0).slice(0, maxTold));
        return `: \`${String(key)}\`, which is ${written}, as ${back}`;
      }
  }
  return '';
}

function argumentsOf(call: PyValue): PyDict | undefined {
  const called = isPyDict(call) ? (call.get('function') ?? null) : null;
  const args = isPyDict(called) ? (called.get('arguments') ?? null) : null;
  return isPyDict(args) ? args : undefined;
}

function comparable(value: PyValue): PyValue {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (isPyList(value)) return value.length === 0 ? null : value.map(withoutId);
  return isEmptyValue(value) ? null : value;
}

function withoutId(call: PyValue): PyValue {
  return isPyDict(call) ? new Map([...call].filter(([key]) => key !== 'id')) : call;
}
