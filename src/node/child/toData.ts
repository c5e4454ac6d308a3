import util from 'node:util';

// What the user's code may replace later is taken now.
const { inspect } = util;
const { stringify } = JSON;

const maxParts = 1_000_000;
const maxDigits = 100_000;
const maxDepth = 400;

/** How many characters a module may give in all. */
export const maxCharacters = 50_000_000;

/** Why a call has no value, in words for its author. */
export class Failure {
  readonly answer: { readonly class: string; readonly message: string };
  constructor(className: string, message: string) {
    this.answer = { class: className, message };
  }
}

/** Copies what the user's code gave, `owner`, into JSON, within limits. Throws `Failure`, and whatever reading it throws. */
export function toData(root: unknown, owner: string): unknown {
  let parts = 0;
  let characters = 0;
  const path: unknown[] = [];
  const open = new Set<object>();

  const fail = (what: string): Failure => {
    const steps = path.slice(0, 20).map(step => `[${stringify(typeof step === 'string' ? step.slice(0, 200) : step)}]`);
    return new Failure('ModuleValueError', `${owner}${path.length === 0 ? ' ' : `, at ${steps.join('')}, `}${what}`);
  };
  const text = (value: string): string => {
    characters += value.length;
    if (characters > maxCharacters) throw fail(`gave more than ${maxCharacters} characters.`);
    return value;
  };
  const integer = (value: bigint): unknown => {
    // BigInt.asIntN looks at no more bits than it is asked for: a number of millions of digits is not written out.
    if (BigInt.asIntN(4 * maxDigits, value) !== value)
      throw fail(`gave an integer of more than ${maxDigits} hexadecimal digits.`);
    const digits = value.toString(16);
    characters += digits.length;
    return { i: digits };
  };
  const item = (step: unknown, value: unknown): unknown => {
    path.push(step);
    const copy = visit(value);
    path.pop();
    return copy;
  };

  /** Strings, finite numbers, booleans, null and arrays as they are, everything else as an object with one key. */
  function visit(value: unknown): unknown {
    if (++parts > maxParts) throw fail(`gave more than ${maxParts} values.`);
    if (value === null || value === undefined) return null;
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return numberData(value);
    if (typeof value === 'bigint') return integer(value);
    if (typeof value === 'boolean') return value;
    if (typeof value !== 'object') throw fail(`gave a ${typeof value}, which is not data.`);
    if (typeof (value as { then?: unknown }).then === 'function') throw fail('gave a promise. Await it first.');
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) throw fail('gave binary data.');
    if (open.has(value)) throw fail('gave a value that contains itself.');
    if (open.size >= maxDepth) throw fail(`gave a value nested more than ${maxDepth} deep.`);
    open.add(value);
    const copy = copyObject(value);
    open.delete(value);
    return copy;
  }

  function copyObject(value: object): unknown {
    if (Array.isArray(value) || value instanceof Set) {
      const size: unknown = Array.isArray(value) ? value.length : value.size;
      if ((size as number) > maxParts) throw fail(`gave more than ${maxParts} values.`);
      const items: readonly unknown[] = Array.isArray(value) ? value : [...value];
      return Array.from({ length: items.length }, (_, index) => item(index, items[index]));
    }
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === 'function') return visit(toJSON.call(value));
    const copy: unknown[] = [];
    for (const [key, each] of value instanceof Map ? value : Object.entries(value)) {
      if (typeof key !== 'string') throw fail('gave a map whose keys are not strings.');
      text(key);
      if (each !== undefined) copy.push(key, item(key, each));
    }
    return { m: copy };
  }

  return visit(root);
}

function numberData(value: number): unknown {
  if (Object.is(value, -0)) return { n: '-0' };
  return Number.isFinite(value) ? value : { n: String(value) };
}

/** What was thrown, as data. Reading it may throw; this never does. */
export function describe(error: unknown): unknown {
  const read = (key: string): unknown => {
    try {
      return (error as Readonly<Record<string, unknown>>)[key];
    } catch {
      return undefined;
    }
  };
  const readText = (key: string): string | undefined => {
    const value = read(key);
    return typeof value === 'string' ? value.slice(0, 20_000) : undefined;
  };
  const message = typeof error === 'object' && error !== null ? readText('message') : undefined;
  if (message === undefined)
    return { class: 'ThrownValue', message: `It threw ${shownValue(error)}, which is not an Error.` };
  const name = (readText('name') || 'Error').slice(0, 200);
  return {
    class: (name === 'Error' && nameOfClass(error)) || name,
    message,
    stack: readText('stack'),
    code: readText('code'),
    feedback: readText('feedback'),
    span: placeIn(read('span')),
  };
}

function shownValue(value: unknown): string {
  try {
    const options = { depth: 1, breakLength: Infinity, maxStringLength: 500, maxArrayLength: 20 };
    return inspect(value, options).slice(0, 500);
  } catch {
    return 'a value that cannot be shown';
  }
}

function nameOfClass(error: unknown): string {
  try {
    return String((error as Error).constructor.name || '').slice(0, 200);
  } catch {
    return '';
  }
}

function placeIn(span: unknown): unknown {
  try {
    const { start, end } = span as { start?: unknown; end?: unknown };
    return Number.isSafeInteger(start) && Number.isSafeInteger(end) ? { start, end } : undefined;
  } catch {
    return undefined;
  }
}
