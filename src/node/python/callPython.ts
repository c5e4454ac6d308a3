import type { ModuleJob, ModuleOutcome } from '../../engine/index.ts';
import { type Answer, decodeAnswers } from '../child/decodeAnswer.ts';
import type { ChildFailure } from '../child/epitaph.ts';
import { toModuleError } from '../modules/moduleErrors.ts';
import type { AskModule } from '../modules/modulePool.ts';
import { loadMs } from './pythonProgram.ts';

/** A call of what a Python module has; see `ModuleJob`. */
export type PythonCall = Pick<ModuleJob, 'export' | 'args' | 'context' | 'definition'>;

/** Calls and characters that one question asks at most. */
const maxCalls = 512;
const maxText = 8 * 1024 * 1024;
/** The longest question, in bytes. */
const maxQuestion = 200 * 1024 * 1024;

/** What is true of a module as a whole, so that no other call of it would fare better. */
const unrunnable = ['ModuleNotFound', 'ModuleNotTrusted', 'PythonNotFound', 'PythonTooOld', 'PythonUnavailable'];

/**
 * Runs calls of one module (an absolute path) in its process, in order: many with one question where they ask the same of
 * many responses. `limitMs` is for each call, from when it begins. A call during which the process ended is asked again
 * alone, if it was not, before that counts. Never rejects.
 */
export async function callPython(
  path: string,
  calls: readonly PythonCall[],
  limitMs: number,
  ask: AskModule,
): Promise<readonly ModuleOutcome[]> {
  const outcomes: ModuleOutcome[] = [];
  let aloneUntil = 0;
  while (outcomes.length < calls.length) {
    const from = outcomes.length;
    const group = from < aloneUntil ? calls.slice(from, from + 1) : alike(calls, from);
    const { answers, failed } = await askPython(path, group, limitMs, ask);
    outcomes.push(...answers.map(outcomeOf));
    if (!failed) continue;
    if (unrunnable.includes(failed.class))
      while (outcomes.length < calls.length) outcomes.push({ ok: false, error: failed });
    else if (group.length === 1) outcomes.push({ ok: false, error: failed });
    else aloneUntil = outcomes.length + 1;
  }
  return outcomes;
}

/** The calls from one on that can be asked at once. */
function alike(calls: readonly PythonCall[], from: number): readonly PythonCall[] {
  const first = calls[from]!;
  let to = from + 1;
  if (first.export !== 'parse') return [first];
  for (let size = sizeOf(first); to < calls.length && to - from < maxCalls; to++) {
    const next = calls[to]!;
    size += sizeOf(next);
    if (next.export !== 'parse' || definitionOf(next) !== definitionOf(first) || size > maxText) break;
  }
  return calls.slice(from, to);
}

function sizeOf({ args }: PythonCall): number {
  return String(args[0]).length;
}

function definitionOf({ export: name, args, definition }: PythonCall): string {
  return definition ?? jsonOf(args[name === 'parse' ? 1 : 0] ?? {});
}

async function askPython(
  path: string,
  group: readonly PythonCall[],
  limitMs: number,
  ask: AskModule,
): Promise<{ readonly answers: readonly Answer[]; readonly failed?: ChildFailure }> {
  let question: Uint8Array;
  try {
    question = Buffer.from(questionOf(group, limitMs));
  } catch (error) {
    return { answers: [], failed: { class: 'ModuleValueError', message: `The module cannot be given this: ${error}` } };
  }
  if (question.length > maxQuestion) {
    const message = `The module cannot be given more than ${maxQuestion / 1024 / 1024} MB.`;
    return { answers: [], failed: { class: 'ModuleValueError', message } };
  }
  const reply = await ask(path, question, limitMs);
  const bytes = [...(reply.parts ?? []), ...('answer' in reply ? [reply.answer] : [])];
  const answers = bytes.flatMap(part => decodeAnswers(part) ?? []).slice(0, group.length);
  if ('failed' in reply && answers.length < group.length) return { answers, failed: reply.failed };
  if (answers.length === group.length) return { answers };
  const message = 'The module’s process gave an answer that cannot be read.';
  return { answers, failed: { class: 'ModuleEnded', message } };
}

/** See `bridge.py`. */
function questionOf(group: readonly PythonCall[], limitMs: number): string {
  const [first] = group;
  const { export: name, args } = first!;
  const limits = JSON.stringify({ load: loadMs / 1000, call: limitMs / 1000 });
  if (name === 'parse') {
    const calls = group.map(({ args: [text], context }) => jsonOf({ text, message: context?.message ?? null }));
    return `{"operation":"parse","limits":${limits},"definition":${definitionOf(first!)},"calls":[${calls.join()}]}`;
  }
  if (name === 'formatInstruction')
    return `{"operation":"instruction","limits":${limits},"definition":${definitionOf(first!)},"calls":[{}]}`;
  const operation = name === undefined ? 'exports' : 'call';
  return `{"operation":"${operation}","limits":${limits},"name":${JSON.stringify(name ?? '')},"calls":[${jsonOf({ args })}]}`;
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

function outcomeOf(answer: Answer): ModuleOutcome {
  if ('failed' in answer) return { ok: false, error: answer.failed };
  if ('thrown' in answer) return { ok: false, error: toModuleError(answer.thrown) };
  const { value, called, marks, splits, extra, about, left } = answer;
  return {
    ok: true,
    value,
    called,
    ...(marks.length > 0 && { marks }),
    ...(splits && { splits }),
    ...(extra && { extra }),
    ...(about && { about }),
    ...(left && { warnings: [`The call left ${left.join(', ')} behind, which was ended with its process.`] }),
  };
}
