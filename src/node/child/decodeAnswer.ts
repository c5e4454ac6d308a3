import {
  type ErrorDetail,
  fromPlain,
  type ModuleAbout,
  type ModuleMark,
  type ModuleSplit,
  PyFloat,
  PyOpaque,
  toPlain,
} from '../../engine/index.ts';
import type { ChildFailure } from '../../portable/moduleQuestions.ts';
import type { Thrown, ThrownFrame } from '../modules/moduleErrors.ts';

/** What came of a question. `loading`: the module could not be imported. */
export type Answer =
  | {
      readonly value: unknown;
      readonly called: boolean;
      readonly marks: readonly ModuleMark[];
      readonly splits?: Readonly<Record<string, ModuleSplit>>;
      readonly extra?: Readonly<Record<string, unknown>>;
      readonly about?: ModuleAbout;
      /** What the call left behind, in words. */
      readonly left?: readonly string[];
    }
  | { readonly thrown: Thrown; readonly loading: boolean }
  | { readonly failed: ChildFailure };

const maxDepth = 401;
const maxText = 20_000;

const unreadable: Answer = {
  failed: { class: 'ModuleEnded', message: 'The module’s process gave an answer that cannot be read.' },
};

/**
 * Reads the answer of a child process, which may be anything: the user's code runs there. Dicts are maps. In its JSON
 * objects have one key: `n` a number that JSON has not, `f` a float that is an integer, `i` an integer in hexadecimal
 * digits, `m` a map as a list of keys and values, `o` the type, the repr and the JSON form of what only Python has.
 */
export function decodeAnswer(bytes: Uint8Array): Answer {
  return attempt(() => answerOf(JSON.parse(new TextDecoder().decode(bytes)))) ?? unreadable;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function answerOf(data: unknown): Answer {
  const answer = record(data);
  if ('thrown' in answer) return { thrown: thrownOf(record(answer.thrown)), loading: answer.loading === true };
  if ('failed' in answer) {
    const { class: className, message } = record(answer.failed);
    return { failed: { class: text(className), message: text(message) } };
  }
  const { splits, extra, about, left } = answer;
  return {
    value: dataOf(answer.value, 0),
    called: answer.called === true,
    marks: marksOf(answer.marks),
    ...(splits !== undefined && { splits: splitsOf(record(splits)) }),
    ...(extra !== undefined && { extra: record(toPlain(fromPlain(dataOf(extra, 0)))) }),
    ...(about !== undefined && { about: aboutOf(record(about)) }),
    ...(Array.isArray(left) && { left: left.map(each => text(each)) }),
  };
}

function splitsOf(splits: Record<string, unknown>): Record<string, ModuleSplit> {
  const made = Object.entries(splits).map(([part, each]): [string, ModuleSplit] => {
    const { value, class: className, message } = record(each);
    if (className === undefined) return [part, { value: fromPlain(dataOf(value, 0)) }];
    return [part, { error: { class: text(className), message: text(message) } }];
  });
  return Object.fromEntries(made);
}

function aboutOf({ kind, how, python, interpreter, silent }: Record<string, unknown>): ModuleAbout {
  return {
    kind: text(kind),
    how: text(how),
    python: text(python),
    interpreter: text(interpreter),
    ...(silent === true && { silent }),
  };
}

function dataOf(data: unknown, depth: number): unknown {
  if (depth > maxDepth) throw new Error('too deep');
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map(item => dataOf(item, depth + 1));
  const { n, f, i, m, o } = record(data);
  if (typeof n === 'string') return Number(n);
  if (typeof f === 'string') return new PyFloat(Number(f));
  if (Array.isArray(o)) return new PyOpaque(text(o[0]), text(o[1]), fromPlain(dataOf(o[2], depth + 1)));
  if (typeof i === 'string') return i.startsWith('-') ? -BigInt(`0x${i.slice(1)}`) : BigInt(`0x${i}`);
  if (!Array.isArray(m)) throw new Error('not data');
  const map = new Map<string, unknown>();
  for (let at = 0; at + 1 < m.length; at += 2)
    map.set(text(m[at], Number.POSITIVE_INFINITY), dataOf(m[at + 1], depth + 1));
  return map;
}

/** Key, start, end, and so on. What is not a number is left out here as well. */
function marksOf(list: unknown): ModuleMark[] {
  const marks: ModuleMark[] = [];
  if (!Array.isArray(list)) return marks;
  for (let at = 0; at + 2 < list.length; at += 3) {
    const [key, start, end] = list.slice(at, at + 3);
    marks.push({
      key: text(key, Number.POSITIVE_INFINITY),
      start: Number(start ?? Number.NaN),
      end: Number(end ?? Number.NaN),
    });
  }
  return marks;
}

function thrownOf(thrown: Record<string, unknown>): Thrown {
  const optional = (key: string) => (typeof thrown[key] === 'string' ? { [key]: text(thrown[key]) } : {});
  const span = typeof thrown.span === 'object' && thrown.span !== null ? record(thrown.span) : undefined;
  const { start, end } = span ?? {};
  return {
    class: text(thrown.class),
    message: text(thrown.message),
    ...optional('stack'),
    ...optional('code'),
    ...optional('feedback'),
    ...optional('rawResponse'),
    ...(Array.isArray(thrown.frames) && { frames: thrown.frames.map(frameOf) }),
    ...(Array.isArray(thrown.details) && { details: thrown.details.map(detailOf) }),
    ...(Number.isSafeInteger(start) &&
      Number.isSafeInteger(end) && { span: { start: Number(start), end: Number(end) } }),
  };
}

function frameOf(data: unknown): ThrownFrame {
  if (!Array.isArray(data)) throw new Error('not a frame');
  const [file, line, column, name] = data;
  return { place: { file: text(file), line: Number(line), column: Number(column) }, name: text(name) };
}

function detailOf(data: unknown): ErrorDetail {
  const { type, loc, msg } = record(data);
  const path = Array.isArray(loc) ? loc.map(step => (typeof step === 'number' ? step : text(step))) : [];
  return { type: text(type), loc: path, msg: text(msg) };
}

function record(data: unknown): Record<string, unknown> {
  if (typeof data === 'object' && data !== null) return data as Record<string, unknown>;
  throw new Error('not an object');
}

function text(value: unknown, limit = maxText): string {
  if (typeof value === 'string') return value.length > limit ? value.slice(0, limit) : value;
  throw new Error('not a text');
}
