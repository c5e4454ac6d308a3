import type { ModuleMark } from '../../engine/index.ts';
import type { Thrown } from '../modules/moduleErrors.ts';
import type { ChildFailure } from './epitaph.ts';

/** What came of a question. `loading`: the module could not be imported. */
export type Answer =
  | { readonly value: unknown; readonly called: boolean; readonly marks: readonly ModuleMark[] }
  | { readonly thrown: Thrown; readonly loading: boolean }
  | { readonly failed: ChildFailure };

const maxDepth = 401;
const maxText = 20_000;

const unreadable: Answer = {
  failed: { class: 'ModuleEnded', message: 'The module’s process gave an answer that cannot be read.' },
};

/**
 * Reads the answer of a child process, which may be anything: the user's code runs there. Dicts are maps. In its JSON
 * objects have one key: `n` a number that JSON has not, `i` an integer in hexadecimal digits, `m` a map as a list of
 * keys and values.
 */
export function decodeAnswer(bytes: Uint8Array): Answer {
  try {
    const answer = record(JSON.parse(new TextDecoder().decode(bytes)));
    if ('thrown' in answer) return { thrown: thrownOf(record(answer.thrown)), loading: answer.loading === true };
    if ('failed' in answer) {
      const { class: className, message } = record(answer.failed);
      return { failed: { class: text(className), message: text(message) } };
    }
    return { value: dataOf(answer.value, 0), called: answer.called === true, marks: marksOf(answer.marks) };
  } catch {
    return unreadable;
  }
}

function dataOf(given: unknown, depth: number): unknown {
  if (depth > maxDepth) throw new Error('too deep');
  if (typeof given !== 'object' || given === null) return given;
  if (Array.isArray(given)) return given.map(item => dataOf(item, depth + 1));
  const { n, i, m } = record(given);
  if (typeof n === 'string') return Number(n);
  if (typeof i === 'string') return i.startsWith('-') ? -BigInt(`0x${i.slice(1)}`) : BigInt(`0x${i}`);
  if (!Array.isArray(m)) throw new Error('not data');
  const map = new Map<string, unknown>();
  for (let at = 0; at + 1 < m.length; at += 2)
    map.set(text(m[at], Number.POSITIVE_INFINITY), dataOf(m[at + 1], depth + 1));
  return map;
}

/** Key, start, end, and so on. What is not a number is left out here as well. */
function marksOf(given: unknown): ModuleMark[] {
  const marks: ModuleMark[] = [];
  if (!Array.isArray(given)) return marks;
  for (let at = 0; at + 2 < given.length; at += 3) {
    const [key, start, end] = given.slice(at, at + 3);
    marks.push({
      key: text(key, Number.POSITIVE_INFINITY),
      start: Number(start ?? Number.NaN),
      end: Number(end ?? Number.NaN),
    });
  }
  return marks;
}

function thrownOf(given: Record<string, unknown>): Thrown {
  const optional = (key: string) => (typeof given[key] === 'string' ? { [key]: text(given[key]) } : {});
  const span = typeof given.span === 'object' && given.span !== null ? record(given.span) : undefined;
  const { start, end } = span ?? {};
  return {
    class: text(given.class),
    message: text(given.message),
    ...optional('stack'),
    ...optional('code'),
    ...optional('feedback'),
    ...(Number.isSafeInteger(start) &&
      Number.isSafeInteger(end) && { span: { start: Number(start), end: Number(end) } }),
  };
}

function record(given: unknown): Record<string, unknown> {
  if (typeof given === 'object' && given !== null) return given as Record<string, unknown>;
  throw new Error('not an object');
}

function text(given: unknown, limit = maxText): string {
  if (typeof given === 'string') return given.length > limit ? given.slice(0, limit) : given;
  throw new Error('not a text');
}
