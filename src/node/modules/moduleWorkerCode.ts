/**
 * What a module's worker runs, as plain JavaScript: a string, so that it needs no file of its own beside each bundle and
 * runs from source as well. It imports the one module `workerData.url`, receives `{ id, name, args, context }` and
 * answers each with `{ id, value, called, marks }` or `{ id, thrown }` or `{ id, failed: { class, message } }`. Without a `name` the value
 * is the type of every export, by its name.
 */
export const moduleWorkerCode = `
'use strict';
const { parentPort, workerData } = require('node:worker_threads');
const { inspect } = require('node:util');

const maxParts = 1_000_000;
const maxCharacters = 50_000_000;
const maxDepth = 400;

class Failure {
  constructor(className, message) {
    this.answer = { class: className, message };
  }
}

async function run({ name, args, context }) {
  let module;
  try {
    module = await import(workerData.url);
  } catch (error) {
    return { thrown: describe(error), loading: true };
  }
  if (name === undefined) return { value: new Map(Object.keys(module).map(key => [key, typeof module[key]])), called: false };
  if (!Object.hasOwn(module, name)) {
    const names = Object.keys(module).map(key => '\`' + key + '\`').join(', ');
    throw new Failure('ModuleExportError', 'It exports no \`' + name + '\`. ' + (names === '' ? 'It exports nothing.' : 'It exports ' + names + '.'));
  }
  if (typeof module[name] !== 'function') return { value: toData(module[name], name), called: false };
  const marks = [];
  const field = (key, start, end) => {
    if (marks.length < maxParts) marks.push({ key: String(key), start: Number(start), end: Number(end) });
  };
  let value;
  try {
    value = await module[name](...args, { ...context, field });
  } catch (error) {
    return { thrown: describe(error) };
  }
  if (value === undefined) throw new Failure('ModuleValueError', '\`' + name + '\` returned nothing. Return \`null\` if that is the value.');
  return { value: toData(value, '\`' + name + '\`'), called: true, marks };
}

// A copy of a value in strings, numbers, booleans, null, bigints, arrays and maps: whatever else it holds stays here.
function toData(root, owner) {
  let parts = 0;
  let characters = 0;
  const path = [];
  const open = new Set();
  const fail = what => new Failure('ModuleValueError', owner + (path.length === 0 ? ' ' : ', at ' + path.slice(0, 20).map(step => '[' + JSON.stringify(step) + ']').join('') + ', ') + what);
  const text = value => {
    characters += value.length;
    if (characters > maxCharacters) throw fail('gave more than ' + maxCharacters + ' characters.');
    return value;
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
    if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return value;
    if (typeof value !== 'object') throw fail('gave a ' + typeof value + ', which is no data.');
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
      const items = Array.isArray(value) ? value : [...value];
      if (items.length > maxParts) throw fail('gave more than ' + maxParts + ' values.');
      return Array.from({ length: items.length }, (_, index) => item(index, items[index]));
    }
    if (typeof value.toJSON === 'function') return visit(value.toJSON());
    const entries = value instanceof Map ? value : Object.entries(value);
    const copy = new Map();
    for (const [key, each] of entries) {
      if (typeof key !== 'string') throw fail('gave a map whose keys are no strings.');
      text(key);
      if (each !== undefined) copy.set(key, item(key, each));
    }
    return copy;
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
      shown = inspect(error, { depth: 1, breakLength: Infinity }).slice(0, 500);
    } catch {}
    return { class: 'ThrownValue', message: 'It threw ' + shown + ', which is no Error.' };
  }
  let className = readText('name') || 'Error';
  try {
    if (className === 'Error' && error.constructor.name) className = error.constructor.name;
  } catch {}
  const span = read('span');
  let place;
  try {
    if (Number.isSafeInteger(span.start) && Number.isSafeInteger(span.end)) place = { start: span.start, end: span.end };
  } catch {}
  return { class: className, message: readText('message'), stack: readText('stack'), code: readText('code'), feedback: readText('feedback'), span: place };
}

// Standard output is for results, and there are none of a module's.
process.stdout.write = process.stderr.write.bind(process.stderr);
const post = parentPort.postMessage.bind(parentPort);
parentPort.on('message', async job => {
  let answer;
  try {
    answer = await run(job);
  } catch (error) {
    answer = error instanceof Failure ? { failed: error.answer } : { thrown: describe(error) };
  }
  post({ ...answer, id: job.id });
});
`;
