import { relative, resolve } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { EngineError, parseFieldPath } from '../../engine/index.ts';
import { globbed } from '../../node/evaluation/globbed.ts';
import { inputSource } from '../../node/evaluation/inputSource.ts';
import { inputsAt } from '../../node/evaluation/inputsAt.ts';
import type { LogInput } from '../../portable/logs/judgeLogs.ts';
import type { LogOptions } from '../../portable/logs/openLog.ts';
import { type Io, UsageError } from '../io.ts';
import { unreadable } from '../readInput.ts';
import type { EvaluateOptions } from './evaluateOptions.ts';

/** The logs that a user names: files, folders, standard input. Throws `UsageError` where one cannot be read, or what is named is not a field. */
export async function logInputs(
  paths: readonly string[],
  { field, expected, turn }: Pick<EvaluateOptions, 'field' | 'expected'> & Partial<Pick<EvaluateOptions, 'turn'>>,
  io: Io,
): Promise<readonly LogInput[]> {
  for (const [name, path] of [
    ['--field', field],
    ['--expected', expected],
  ] as const)
    expectField(name, path);
  const options: LogOptions = {
    ...(field !== undefined && { field }),
    ...(expected !== undefined && { expected }),
    ...(turn && { turn }),
  };
  const inputs: LogInput[] = [];
  for (const path of paths) {
    try {
      inputs.push(...(await inputsOf(path, io)).map(input => ({ ...input, ...options })));
    } catch (error) {
      // Of a folder it is one of its files.
      const { path: file } = error as NodeJS.ErrnoException;
      throw unreadable(file === undefined ? path : relative(io.cwd, resolve(io.cwd, file)) || path, error);
    }
  }
  return inputs;
}

async function inputsOf(path: string, { cwd, stdin, signal }: Io): Promise<readonly LogInput[]> {
  if (path === '-') return [{ path, name: '', source: await inputSource(endedBy(stdin, signal)) }];
  const files = await globbed(cwd, path);
  if (files.length === 0) return inputsAt(resolve(cwd, path), path);
  const inputs = [];
  for (const file of files) inputs.push(...(await inputsAt(resolve(cwd, file), file)));
  return inputs;
}

/** A stream that ends with the signal, also while nothing comes. */
async function* endedBy(stream: Readable, signal?: AbortSignal): AsyncGenerator<Uint8Array | string> {
  if (signal) addAbortSignal(signal, stream);
  try {
    yield* stream;
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

/** Throws `UsageError` where what is named is not a field. */
export function expectField(option: string, path: string | undefined): void {
  if (path === undefined) return;
  try {
    // A reader's own place, as reports show it, has `[*]`; the log says whether it is that.
    parseFieldPath(path.replaceAll('[*]', '[0]'));
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(`${option}: ${error.message}`);
    throw error;
  }
}
