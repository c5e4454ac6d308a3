import { execFile } from 'node:child_process';
import type { ErrorDetail, ModuleError, ModulePlace } from '../../engine/index.ts';
import { childEnv } from '../child/childProgram.ts';
import { pathOf } from './moduleFiles.ts';

/** What a module's process tells of an error. */
export interface Thrown {
  readonly class: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  readonly feedback?: string;
  readonly span?: { readonly start: number; readonly end: number };
  readonly rawResponse?: string;
  readonly details?: readonly ErrorDetail[];
  /** Of a traceback in the user's own files, the innermost first; in place of `stack`. */
  readonly frames?: readonly ThrownFrame[];
}

/** A frame of a traceback, with the name of its function. */
export interface ThrownFrame {
  readonly place: ModulePlace;
  readonly name: string;
}

/** Frames of a stack that are kept. */
const maxFrames = 20;

/** An error as a job's outcome has it: the stack holds only frames in files, as `at name (path:line:column)`. */
export function toModuleError(thrown: Thrown): ModuleError {
  const { stack, frames: thrownFrames, ...error } = thrown;
  const frames = thrownFrames?.map(({ place, name }) => frame(place, name || undefined)) ?? framesOf(stack ?? '');
  const own = frames.find(({ place }) => !/[\\/]node_modules[\\/]/.test(place.file)) ?? frames[0];
  const defined = Object.fromEntries(Object.entries(error).filter(([, value]) => value !== undefined));
  return {
    ...(defined as typeof error),
    ...(own && { place: own.place, stack: frames.map(({ text }) => text).join('\n') }),
  };
}

interface Frame {
  readonly text: string;
  readonly place: ModulePlace;
}

/** A longer line of a stack names no file, in UTF-16 units. */
const longestLine = 10_000;

function framesOf(stack: string): Frame[] {
  const frames: Frame[] = [];
  const lines = stack.split('\n');
  // What Node puts in front of an error of linking: the place without a column, the line, and carets below it.
  const head = /^(file:.*):(\d+)$/.exec(lines[0] ?? '');
  const file = head && pathOf(head[1]!);
  if (file) frames.push(frame({ file, line: Number(head[2]), column: Math.max(1, (lines[2] ?? '').indexOf('^') + 1) }));
  for (const line of lines) {
    if (line.length > longestLine) continue;
    const match = /^ {4}at (?:(.*) \()?(file:.*?):(\d+):(\d+)\)?$/.exec(line);
    const path = match && pathOf(match[2]!);
    if (match && path) frames.push(frame({ file: path, line: Number(match[3]), column: Number(match[4]) }, match[1]));
    if (frames.length === maxFrames) break;
  }
  return frames;
}

function frame(place: ModulePlace, name?: string): Frame {
  const at = `${place.file}:${place.line}:${place.column}`;
  return { place, text: name === undefined ? `    at ${at}` : `    at ${name} (${at})` };
}

/**
 * Where the first of some files is not JavaScript. V8 tells no place of such an error to whoever imports, but prints it;
 * so each file is checked by a Node of its own, which runs nothing of it.
 */
export async function syntaxErrorPlace(files: readonly string[]): Promise<ModulePlace | undefined> {
  for (const file of files) {
    const printed = await check(file);
    const lines = printed.split(/\r?\n/);
    const start = lines.findIndex(line => /:\d+$/.test(line));
    const match = /^(.*):(\d+)$/.exec(lines[start] ?? '');
    if (match && lines.some(line => line.startsWith('SyntaxError')))
      return { file, line: Number(match[2]), column: Math.max(1, (lines[start + 2] ?? '').indexOf('^') + 1) };
  }
  return undefined;
}

function check(file: string): Promise<string> {
  return new Promise(resolve => {
    execFile(process.execPath, ['--check', file], { env: childEnv(), timeout: 5000 }, (error, _, printed) =>
      resolve(error ? printed : ''),
    );
  });
}
