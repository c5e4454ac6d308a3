/**
 * What a child process runs, as a text (`childCode`). Its one argument are its limits, `ChildSettings`.
 *
 * Descriptor 3 carries first a token of 16 bytes, which every answer begins with, so that what the user's code writes
 * there is not taken for one; then batches of calls: the length (32 bits, little endian) and that many bytes, which are
 * calls one after the other, each its length and V8's serialization of a `Call`. They are made one after the other, none
 * sees what another was given. A batch is answered with frames of token, kind, length and bytes: kind 0 when it is taken
 * up, then for each call kind 1 with JSON of its answer, or 2 where the process must not be used again: the calls behind
 * it were not made. A call begins when the answer before it is on its way. An answer is `{ value, called, marks }`,
 * `{ thrown, loading }` or `{ failed: { class, message } }`; for the value see `decodeAnswer`. Without a `name` the value is
 * the type of every export, by its name.
 *
 * A call's time is its own, as the watchdog has it: what the process works, and what it waits for with nothing else to do.
 * That it waited is told by a beat of this thread, which a busy machine makes late, and so does not count.
 */
import { Socket } from 'node:net';
import v8 from 'node:v8';
import { Worker } from 'node:worker_threads';
import { frameKind } from './frames.ts';
import { type Call, type CallAnswer, runCall } from './runCall.ts';
import { describe, Failure } from './toData.ts';
import { type CallState, type ChildSettings, killAll, type WatchdogData } from './watchdog.ts';

/** `watchdogMain` as a text: the build puts it here. */
declare const watchdogCode: string;

// What the user's code may replace later is taken now.
const { deserialize } = v8;
const { stringify } = JSON;
const now = performance.now.bind(performance);
const { setInterval: startInterval, clearInterval: endInterval } = globalThis;

const maxAnswer = 64 * 1024 * 1024;
const beat = 10;

const state = new Float64Array(new SharedArrayBuffer(24)) as CallState;
const settings = JSON.parse(process.argv[1] ?? '') as ChildSettings;
const watchdog = new Worker(watchdogCode, {
  eval: true,
  execArgv: [],
  // Its output joined to this thread's would make writing to that fail while the reader is slow.
  stdout: true,
  stderr: true,
  workerData: { ...settings, state } satisfies WatchdogData,
  resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 },
});
watchdog.on('exit', killAll);
watchdog.unref();
let threads = 0;
process.on('worker', thread => {
  threads++;
  thread.once('exit', () => threads--);
});
process.argv.length = 1;

/** What keeps a process from its end, beside files that are being read and its own output: timers, sockets, threads, processes. */
function activeResources(): number {
  const own = /^(?:FSReq|CloseReq|WriteWrap|ShutdownWrap|PipeWrap|TTYWrap)/;
  return threads + process.getActiveResourcesInfo().filter(kind => !own.test(kind)).length;
}

/** A call that is being made. */
interface Question extends Call {
  /** Its limit, in milliseconds. */
  readonly limitMs: number;
  /** Whether no other call of its batch is behind it. */
  readonly isLast: boolean;
}

const channel = new Socket({ fd: 3, readable: true, writable: true });
const write = channel.write.bind(channel);
let token: Buffer | undefined;
let question: Question | undefined;
let beats: NodeJS.Timeout | undefined;

function send(kind: number, bytes: Buffer, onSent?: () => void): void {
  const header = Buffer.alloc(24);
  token?.copy(header);
  header.writeUInt32LE(kind, 16);
  header.writeUInt32LE(bytes.length, 20);
  write(Buffer.concat([header, bytes]), onSent);
}

/**
 * Answers the call, unless it was answered before, and resolves when the answer is on its way: what the next call does
 * cannot hurt it. `isLost`: what runs here now is not to run on.
 */
function answer(request: Question, value: unknown, isLost: boolean): Promise<void> | undefined {
  if (question !== request) return undefined;
  question = undefined;
  let bytes = Buffer.from(stringify(value));
  if (bytes.length > maxAnswer) {
    const message = `It gave more than ${maxAnswer / 1024 / 1024} MB.`;
    bytes = Buffer.from(stringify({ failed: { class: 'ModuleValueError', message } }));
  }
  if (isLost || request.isLast) {
    state[0] = 0;
    endInterval(beats);
  }
  return new Promise(resolve => send(isLost ? frameKind.lastAnswer : frameKind.answer, bytes, resolve));
}

function startBeat(): void {
  let last = now();
  beats = startInterval(() => {
    const time = now();
    state[2] += Math.min(time - last, 2 * beat);
    last = time;
  }, beat);
  beats.unref();
}

async function take(bytes: Buffer): Promise<void> {
  send(frameKind.begun, Buffer.alloc(0));
  startBeat();
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32LE(at);
    const request = deserialize(bytes.subarray(at + 4, end)) as Omit<Question, 'isLast'>;
    at = end;
    if (await isLost({ ...request, isLast: end === bytes.length })) return;
  }
}

/** Makes a call, and tells whether this process must not make another. */
async function isLost(request: Question): Promise<boolean> {
  const before = activeResources();
  question = request;
  state[1]++;
  state[0] = request.limitMs;
  let result: CallAnswer | { readonly failed: Failure['answer'] };
  try {
    result = await runCall(request);
  } catch (error) {
    result = error instanceof Failure ? { failed: error.answer } : { thrown: describe(error) };
  }
  // Threads are told of in the next tick.
  await new Promise<void>(resolve => process.nextTick(resolve));
  // An error that nobody caught has ended it.
  if (question !== request) return true;
  const lost = ('loading' in result && result.loading === true) || activeResources() > before;
  await answer(request, result, lost);
  return lost;
}

process.on('uncaughtException', error => {
  if (question) void answer(question, { thrown: describe(error) }, true);
  else killAll();
});

let head = Buffer.alloc(0);
let body: Buffer | undefined;
let length = 0;
channel.on('data', (chunk: Buffer) => {
  for (let at = 0; at < chunk.length; ) {
    if (body === undefined) {
      const needed = token === undefined ? 16 : 4;
      const part = chunk.subarray(at, at + needed - head.length);
      head = Buffer.concat([head, part]);
      at += part.length;
      if (head.length < needed) return;
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
channel.on('end', killAll).on('error', killAll);
