import { dataCode } from './dataCode.ts';
import { watchdogCode } from './watchdogCode.ts';

/**
 * What a child process runs, as plain JavaScript: a string, so that it needs no file of its own beside each bundle and
 * runs from source as well. Its one argument are its limits, `{ maxBytes, maxIdleBytes }`.
 *
 * Descriptor 3 carries first a token of 16 bytes, which every answer begins with, so that what the user's code writes
 * there is not taken for one; then batches of calls: the length (32 bits, little endian) and that many bytes, which are
 * calls one after the other, each its length and V8's serialization of `{ url, name, args, context, limitMs }`. They are
 * made one after the other, none sees what another was given. A batch is answered with frames of token, kind, length and
 * bytes: kind 0 when it is taken up, then for each call kind 1 with JSON of its answer, or 2 where the process must not be
 * used again: the calls behind it were not made. A call begins when the answer before it is on its way.
 * An answer is `{ value, called, marks }`, `{ thrown, loading }` or `{ failed: { class, message } }`; for the value see
 * `decodeAnswer`. Without a `name` the value is the type of every export, by its name.
 *
 * A call's time is its own, as the watchdog has it: what the process works, and what it waits for with nothing else to do.
 * That it waited is told by a beat of this thread, which a busy machine makes late, and so does not count.
 */
export const childCode = `
'use strict';
const { Socket } = require('node:net');
const { inspect } = require('node:util');
const { deserialize } = require('node:v8');
const { Worker } = require('node:worker_threads');
const { stringify } = JSON;

const maxMarks = 100_000;
const maxAnswer = 64 * 1024 * 1024;
const beat = 10;

// The limit of the call under way, or 0; its number; for how long this thread has waited.
const state = new Float64Array(new SharedArrayBuffer(24));
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

${dataCode}

// What keeps a process from its end, beside files that are being read and its own output: timers, sockets, threads, processes.
function activeResources() {
  return threads + process.getActiveResourcesInfo().filter(kind => !/^(?:FSReq|CloseReq|WriteWrap|ShutdownWrap|PipeWrap|TTYWrap)/.test(kind)).length;
}

const channel = new Socket({ fd: 3, readable: true, writable: true });
const write = channel.write.bind(channel);
let token;
let question;

function send(kind, bytes, onSent) {
  const header = Buffer.alloc(24);
  token.copy(header);
  header.writeUInt32LE(kind, 16);
  header.writeUInt32LE(bytes.length, 20);
  write(Buffer.concat([header, bytes]), onSent);
}

// Answers the call, unless it was answered before, and resolves when the answer is on its way: what the next call does
// cannot hurt it. isLost: what runs here now is not to run on.
function answer(asked, value, isLost) {
  if (question !== asked) return;
  question = undefined;
  let bytes = Buffer.from(stringify(value));
  if (bytes.length > maxAnswer) bytes = Buffer.from(stringify({ failed: { class: 'ModuleValueError', message: 'It gave more than ' + maxAnswer / 1024 / 1024 + ' MB.' } }));
  if (isLost || asked.isLast) {
    state[0] = 0;
    endInterval(beats);
  }
  return new Promise(resolve => send(isLost ? 2 : 1, bytes, resolve));
}

const now = performance.now.bind(performance);
const { setInterval: startInterval, clearInterval: endInterval } = globalThis;
let beats;

function startBeat() {
  let last = now();
  beats = startInterval(() => {
    const time = now();
    state[2] += Math.min(time - last, 2 * beat);
    last = time;
  }, beat);
  beats.unref();
}

async function take(bytes) {
  send(0, Buffer.alloc(0));
  startBeat();
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32LE(at);
    const asked = deserialize(bytes.subarray(at + 4, end));
    at = end;
    asked.isLast = end === bytes.length;
    if (await isLost(asked)) return;
  }
}

// Makes a call, and tells whether this process must not make another.
async function isLost(asked) {
  const before = activeResources();
  question = asked;
  state[1]++;
  state[0] = asked.limitMs;
  let result;
  try {
    result = await run(asked);
  } catch (error) {
    result = error instanceof Failure ? { failed: error.answer } : { thrown: describe(error) };
  }
  // Threads are told of in the next tick.
  await new Promise(resolve => process.nextTick(resolve));
  // An error that nobody caught has ended it.
  if (question !== asked) return true;
  const lost = result.loading === true || activeResources() > before;
  await answer(asked, result, lost);
  return lost;
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
