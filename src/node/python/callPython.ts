import { describedExport, type ModuleJob, type ModuleOutcome, streamedExport } from '../../engine/index.ts';
import type { AskModule, AskModuleEach, ChildReply } from '../../portable/moduleQuestions.ts';
import { decodeAnswer } from '../child/decodeAnswer.ts';
import { toModuleError } from '../modules/moduleErrors.ts';
import { askInBatches, fitting, type Question } from '../modules/modulePool.ts';
import { loadMs } from './pythonProgram.ts';

/** A call of what a Python module has; see `ModuleJob`. */
export type PythonCall = Pick<ModuleJob, 'export' | 'args' | 'context' | 'definition' | 'source'>;

/** Runs a call of a module (an absolute path), after those of the same module before it, in its process. Never rejects. */
export async function callPython(
  path: string,
  call: PythonCall,
  limitMs: number,
  ask: AskModule,
): Promise<ModuleOutcome> {
  const question = questionOf(call, limitMs);
  return outcomeOf(
    'failed' in question ? question : await ask(path, question.bytes, limitMs, call.export === 'formatInstruction'),
    call,
  );
}

/** Runs calls of one module in its process, in their order, many at once. `limitMs` is what each may take. Never rejects. */
export async function callPythonEach(
  path: string,
  calls: readonly PythonCall[],
  limitMs: number,
  ask: AskModuleEach,
  mostTimeouts?: number,
): Promise<readonly ModuleOutcome[]> {
  const questions = calls.map(call => questionOf(call, limitMs));
  const replies = await askInBatches(path, questions, limitMs, ask, mostTimeouts);
  return replies.map((reply, index) => outcomeOf(reply, calls[index]!));
}

/** See `bridge.py`. */
function questionOf(call: PythonCall, limitMs: number): Question {
  try {
    return fitting(
      Buffer.from(
        jsonOf({
          load: loadMs / 1000,
          limit: limitMs / 1000,
          ...(call.source !== undefined && { source: call.source }),
          ...operationOf(call),
        }),
      ),
    );
  } catch (error) {
    // What is too deep, or too long, to be written.
    return { failed: { class: 'ModuleValueError', message: `The module cannot be given this: ${error}` } };
  }
}

function operationOf({ export: name, args, context, definition }: PythonCall): object {
  if (name === undefined) return { operation: 'exports' };
  if (name === 'formatInstruction')
    return { operation: 'instruction', definition: definition ?? jsonOf(args[0] ?? {}) };
  if (name === streamedExport && definition !== undefined)
    return { operation: 'stream', text: args[0], ends: args[1], definition };
  if (name === describedExport && definition !== undefined) return { operation: 'describe', definition };
  if (name !== 'parse') return { operation: 'call', name, args };
  const message = context?.message;
  return {
    operation: 'parse',
    text: args[0],
    ...(message !== undefined && { message }),
    definition: definition ?? jsonOf(args[1] ?? {}),
  };
}

/** JSON in which large integers have all their digits. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  // Nobody writes this by chance.
  const mark = `integer ${crypto.randomUUID()} `;
  const json = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${mark}${each}` : each));
  return json.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}

function outcomeOf(reply: ChildReply, { export: name, args }: PythonCall): ModuleOutcome {
  if ('failed' in reply) return { ok: false, error: reply.failed };
  const answer = decodeAnswer(reply.answer);
  if ('failed' in answer) return { ok: false, error: answer.failed };
  const text = name === 'parse' ? String(args[0]) : '';
  if ('thrown' in answer) {
    const { span } = answer.thrown;
    return {
      ok: false,
      error: toModuleError({ ...answer.thrown, ...(span && { span: utf16Places([span], text)[0]! }) }),
    };
  }
  const { value, called, marks, splits, extra, about, left } = answer;
  return {
    ok: true,
    value,
    called,
    ...(marks.length > 0 && { marks: utf16Places(marks, text) }),
    ...(splits && { splits }),
    ...(extra && { extra }),
    ...(about && { about }),
    ...(left && { warnings: [`The call left ${left.join(', ')} behind, which was ended with its process.`] }),
  };
}

/** Places in a text whose offsets are code points, as Python counts, with offsets in UTF-16. What is no place is left to who checks places. Linear. */
function utf16Places<T extends { readonly start: number; readonly end: number }>(
  places: readonly T[],
  text: string,
): readonly T[] {
  if (!/[\ud800-\udbff][\udc00-\udfff]/.test(text)) return places;
  const starts: number[] = [];
  let length = 0;
  for (const point of text) {
    starts.push(length);
    length += point.length;
  }
  const wide = length - starts.length;
  const toUtf16 = (place: number) => (place >= starts.length ? place + wide : (starts[place] ?? place));
  return places.map(place => ({ ...place, start: toUtf16(place.start), end: toUtf16(place.end) }));
}
