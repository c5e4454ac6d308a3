import { watchdogCode } from './watchdogCode.ts';

/**
 * What a child process runs, as plain JavaScript: a string, so that it needs no file of its own beside each bundle and
 * runs from source as well. Its one argument are its limits, `{ maxBytes, maxIdleBytes }`.
 *
 * Descriptor 3 carries first a token of 16 bytes, which every answer begins with, so that what the user's code writes
 * there is not taken for one; then questions: the length (32 bits, little endian) and that many bytes of V8's
 * serialization of `{ url, name, args, context, limitMs }`. Each is answered with two frames of token, kind, length and
 * bytes: kind 0 when it is taken up, and kind 1 with JSON of the answer, or 2 where the process must not be used again.
 * The answer is `{ value, called, marks }`, `{ thrown, loading }` or `{ failed: { class, message } }`; for the value see
 * `decodeAnswer`. Without a `name` the value is the type of every export, by its name.
 */
export const childCode = `
'use strict';
const { Socket } = require('node:net');
const { inspect } = require('node:util');
const { deserialize } = require('node:v8');
const { Worker } = require('node:worker_threads');
const { stringify } = JSON;

const maxParts = 1_000_000;
const maxMarks = 100_000;
const maxCharacters = 50_000_000;
const maxAnswer = 64 * 1024 * 1024;
const maxDigits = 100_000;
const maxDepth = 400;

const state = new Float64Array(new SharedArrayBuffer(8));
const watchdog = new Worker(${JSON.stringify(watchdogCode)}, {
  eval: true,
  execArgv: [],
  // Its output joined to this thread's would make writing to that fail while the reader is slow.
  stdout: true,
  stderr: true,
  workerData: { ...JSON.parse(process.argv[1]), state },
  resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 },
});
watchdog.on('exit', die);
watchdog.unref();
let threads = 0;
process.on('worker', thread => {
  threads++;
  thread.once('exit', () => threads--);
});
process.argv.length = 1;

// Ends this process and all that it started.
function die() {
  try {
    process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL');
  } catch {}
  process.kill(process.pid, 'SIGKILL');
}

class Failure {
  constructor(className, message) {
    this.answer = { class: className, message };
  }
}

async function run({ url, name, args, context }) {
  let module;
  try {
    module = await import(url);
  } catch (error) {
    return { thrown: describe(error), loading: true };
  }
  if (name === undefined)
    return { value: { m: Object.keys(module).flatMap(key => [key, typeof module[key]]) }, called: false };
  if (!Object.hasOwn(module, name)) {
    const names = Object.keys(module).slice(0, 50).map(key => '\`' + key + '\`').join(', ');
    throw new Failure('ModuleExportError', 'It exports no \`' + name + '\`. ' + (names === '' ? 'It exports nothing.' : 'It exports ' + names + '.'));
  }
  if (typeof module[name] !== 'function') return { value: toData(module[name], name), called: false };
  const marks = [];
  let markCharacters = 0;
  let flood;
  const field = (key, start, end) => {
    if (flood) throw flood;
    const text = String(key);
    markCharacters += text.length;
    if (marks.length >= 3 * maxMarks) flood = new RangeError('\`context.field\` was called more than ' + maxMarks + ' times.');
    else if (markCharacters > maxCharacters) flood = new RangeError('\`context.field\` was given keys of more than ' + maxCharacters + ' characters.');
    if (flood) throw flood;
    marks.push(text, Number(start), Number(end));
  };
  let value;
  try {
    value = await module[name](...args, { ...context, field });
  } catch (error) {
    if (error === flood && flood) throw new Failure('ModuleValueError', flood.message);
    return { thrown: describe(error) };
  }
  if (flood) throw new Failure('ModuleValueError', flood.message);
  if (value === undefined) throw new Failure('ModuleValueError', '\`' + name + '\` returned nothing. Return \`null\` if that is the value.');
  return { value: toData(value, '\`' + name + '\`'), called: true, marks };
}

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

// What keeps a process from its end, beside files that are being read and its own output: timers, sockets, threads, processes.
function activeResources() {
  return threads + process.getActiveResourcesInfo().filter(kind => !/^(?:FSReq|CloseReq|WriteWrap|ShutdownWrap|PipeWrap|TTYWrap)/.test(kind)).length;
}

const channel = new Socket({ fd: 3, readable: true, writable: true });
const write = channel.write.bind(channel);
let token;
let question;

function send(kind, bytes) {
  const header = Buffer.alloc(24);
  token.copy(header);
  header.writeUInt32LE(kind, 16);
  header.writeUInt32LE(bytes.length, 20);
  write(Buffer.concat([header, bytes]));
}

// Answers the question, unless it was answered before. isLost: what runs here now is not to run on.
function answer(asked, value, isLost) {
  if (question !== asked) return;
  question = undefined;
  let bytes = Buffer.from(stringify(value));
  if (bytes.length > maxAnswer) bytes = Buffer.from(stringify({ failed: { class: 'ModuleValueError', message: 'It gave more than ' + maxAnswer / 1024 / 1024 + ' MB.' } }));
  state[0] = 0;
  send(isLost ? 2 : 1, bytes);
}

async function take(bytes) {
  const before = activeResources();
  const asked = deserialize(bytes);
  question = asked;
  // The parent counts from when it hears of it; this is for one that is too busy, or gone.
  state[0] = Date.now() + asked.limitMs + 1000;
  send(0, Buffer.alloc(0));
  let result;
  try {
    result = await run(asked);
  } catch (error) {
    result = error instanceof Failure ? { failed: error.answer } : { thrown: describe(error) };
  }
  // Threads are told of in the next tick.
  await new Promise(resolve => process.nextTick(resolve));
  answer(asked, result, result.loading === true || activeResources() > before);
}

process.on('uncaughtException', error => {
  if (question) answer(question, { thrown: describe(error) }, true);
  else die();
});

let head = Buffer.alloc(0);
let body;
let length = 0;
channel.on('data', chunk => {
  for (let at = 0; at < chunk.length; ) {
    if (body === undefined) {
      const wanted = token === undefined ? 16 : 4;
      const part = chunk.subarray(at, at + wanted - head.length);
      head = Buffer.concat([head, part]);
      at += part.length;
      if (head.length < wanted) return;
      if (token === undefined) token = head;
      else {
        body = Buffer.allocUnsafeSlow(head.readUInt32LE(0));
        length = 0;
      }
      head = Buffer.alloc(0);
    } else {
      const count = chunk.copy(body, length, at);
      at += count;
      length += count;
    }
    if (body !== undefined && length === body.length) {
      const whole = body;
      body = undefined;
      void take(whole);
    }
  }
});
channel.on('end', die).on('error', die);
`;
