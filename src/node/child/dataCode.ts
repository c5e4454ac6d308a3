/**
 * A part of what a child process runs (`childCode`), as plain JavaScript: `toData` copies what the user's code gave into
 * JSON within limits, `describe` tells what it threw. Beside these it declares `maxCharacters`, and needs `stringify`,
 * `inspect` and `Failure`.
 */
export const dataCode = `
const maxParts = 1_000_000;
const maxCharacters = 50_000_000;
const maxDigits = 100_000;
const maxDepth = 400;

// A value in JSON: strings, finite numbers, booleans, null and arrays as they are, everything else as an object with one key.
function toData(root, owner) {
  let parts = 0;
  let characters = 0;
  const path = [];
  const open = new Set();
  const fail = what => new Failure('ModuleValueError', owner + (path.length === 0 ? ' ' : ', at ' + path.slice(0, 20).map(step => '[' + stringify(typeof step === 'string' ? step.slice(0, 200) : step) + ']').join('') + ', ') + what);
  const text = value => {
    characters += value.length;
    if (characters > maxCharacters) throw fail('gave more than ' + maxCharacters + ' characters.');
    return value;
  };
  const number = value => (Number.isFinite(value) && !Object.is(value, -0) ? value : { n: Object.is(value, -0) ? '-0' : String(value) });
  const integer = value => {
    // BigInt.asIntN looks at no more bits than it is asked for: a number of millions of digits is not written out.
    if (BigInt.asIntN(4 * maxDigits, value) !== value) throw fail('gave an integer of more than ' + maxDigits + ' hexadecimal digits.');
    const digits = value.toString(16);
    characters += digits.length;
    return { i: digits };
  };
  const item = (step, value) => {
    path.push(step);
    const copy = visit(value);
    path.pop();
    return copy;
  };
  const visit = value => {
    if (++parts > maxParts) throw fail('gave more than ' + maxParts + ' values.');
    if (value === null || value === undefined) return null;
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number') return number(value);
    if (typeof value === 'bigint') return integer(value);
    if (typeof value === 'boolean') return value;
    if (typeof value !== 'object') throw fail('gave a ' + typeof value + ', which is not data.');
    if (typeof value.then === 'function') throw fail('gave a promise. Await it first.');
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) throw fail('gave binary data.');
    if (open.has(value)) throw fail('gave a value that contains itself.');
    if (open.size >= maxDepth) throw fail('gave a value nested more than ' + maxDepth + ' deep.');
    open.add(value);
    const copy = copyObject(value);
    open.delete(value);
    return copy;
  };
  const copyObject = value => {
    if (Array.isArray(value) || value instanceof Set) {
      if ((value.length ?? value.size) > maxParts) throw fail('gave more than ' + maxParts + ' values.');
      const items = Array.isArray(value) ? value : [...value];
      return Array.from({ length: items.length }, (_, index) => item(index, items[index]));
    }
    if (typeof value.toJSON === 'function') return visit(value.toJSON());
    const entries = value instanceof Map ? value : Object.entries(value);
    const copy = [];
    for (const [key, each] of entries) {
      if (typeof key !== 'string') throw fail('gave a map whose keys are not strings.');
      text(key);
      if (each !== undefined) copy.push(key, item(key, each));
    }
    return { m: copy };
  };
  return visit(root);
}

// What can be told of whatever was thrown; reading it may itself throw.
function describe(error) {
  const read = key => {
    try {
      return error[key];
    } catch {
      return undefined;
    }
  };
  const readText = key => {
    const value = read(key);
    return typeof value === 'string' ? value.slice(0, 20_000) : undefined;
  };
  if (typeof error !== 'object' || error === null || readText('message') === undefined) {
    let shown = 'a value that cannot be shown';
    try {
      shown = inspect(error, { depth: 1, breakLength: Infinity, maxStringLength: 500, maxArrayLength: 20 }).slice(0, 500);
    } catch {}
    return { class: 'ThrownValue', message: 'It threw ' + shown + ', which is not an Error.' };
  }
  let className = (readText('name') || 'Error').slice(0, 200);
  try {
    if (className === 'Error' && error.constructor.name) className = String(error.constructor.name).slice(0, 200);
  } catch {}
  const span = read('span');
  let place;
  try {
    if (Number.isSafeInteger(span.start) && Number.isSafeInteger(span.end)) place = { start: span.start, end: span.end };
  } catch {}
  return { class: className, message: readText('message'), stack: readText('stack'), code: readText('code'), feedback: readText('feedback'), span: place };
}
`;
