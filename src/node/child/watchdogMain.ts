/**
 * What the watchdog of a child process runs, a thread beside the one that runs the user's code: it ends the whole process,
 * with all that it started, when it holds too much memory, when its time is up, when it works though nobody asked it to, or
 * when its parent is gone. A call's time is up when the clock says so and the process has worked or waited for as long: what
 * a busy machine kept it from working does not count, but for a multiple of the limit (`maxWait`). The letter of the reason
 * goes to the parent by descriptor 4.
 */
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { workerData } from 'node:worker_threads';
import { killAll, type WatchdogData } from './watchdog.ts';

const { state, maxBytes, maxIdleBytes, maxWait } = workerData as WatchdogData;
const busyInterval = 10;
const idleInterval = 50;
// How much processor time may be used while nobody asks, in milliseconds, and how much of the time that passes beside
// that: compiling, collecting garbage and looking here take less.
const maxIdleWork = 1000;
const maxIdleShare = 0.05;

function end(reason: 'b' | 'm' | 'p' | 't'): void {
  try {
    writeSync(4, reason);
  } catch {
    // The parent is gone, and asks no reason.
  }
  killAll();
}

const parent = process.ppid;
const gone = () => end('p');
const line = new Socket({ fd: 4, readable: true, writable: false });
line.on('end', gone).on('close', gone).on('error', gone).resume();

let idleSince = performance.now();
let usedBefore = cpu();
/** The call under way: its number, when it was seen first, and the time worked and waited until then. */
let call = 0;
let seen = 0;
let spent = 0;

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function isOver(now: number, limit: number): boolean {
  const own = cpu() + state[2];
  if (call !== state[1]) {
    call = state[1];
    seen = now;
    spent = own;
  }
  const passed = now - seen;
  return (passed >= limit && own - spent >= limit) || passed >= limit * maxWait;
}

function look(): void {
  const limit = state[0];
  const isIdle = limit === 0;
  const now = performance.now();
  if (process.memoryUsage.rss() > (isIdle ? maxIdleBytes : maxBytes)) end('m');
  if (!isIdle && isOver(now, limit)) end('t');
  if (process.ppid !== parent) end('p');
  if (!isIdle) idleSince = 0;
  else if (idleSince === 0) {
    idleSince = now;
    usedBefore = cpu();
  } else if (cpu() - usedBefore > maxIdleWork + maxIdleShare * (now - idleSince)) end('b');
  setTimeout(look, isIdle ? idleInterval : busyInterval);
}
look();
