import { fromPlain, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { ModelMessage } from '../../core/result.ts';
import { escapeSurrogates, toJsonText, toJsonValue } from '../../python/index.ts';

/** A line of a `.responses.jsonl`: one answer of a model, or the failure of its connection. */
interface RunLine {
  /** The run: all answers of one run, asked again or not, have the same. */
  readonly id: string;
  /** The definition that it was asked for. */
  readonly parser?: string;
  /** The model's name, as the server knows it. */
  readonly model: string;
  /** 0: the first answer of its run; 1 and more: after the framework's feedback. */
  readonly retry: number;
  /** Requests that were sent for this answer, the tries after a failed connection included. */
  readonly attempts: number;
  /** The body that was sent. */
  readonly request: PyDict;
  readonly response?: string | ModelMessage;
  /** What the model thought first, where the provider tells that apart. */
  readonly reasoning?: string;
  readonly finishReason?: string;
  /** As the provider reports it. */
  readonly usage?: Readonly<Record<string, unknown>>;
  /** Milliseconds of the last attempt. */
  readonly ms: number;
  /** Why there is no response: the connection failed for good. */
  readonly error?: string;
}

/** A line as it stands in the file, its line feed included. Half characters, which UTF-8 cannot hold, are escaped. */
export function runLineText(line: RunLine): string {
  const { id, parser, model, retry, attempts, request, response, reasoning, finishReason, usage, ms, error } = line;
  const entries: readonly (readonly [string, PyValue | undefined])[] = [
    ['id', id],
    ['parser', parser],
    ['model', model],
    ['retry', retry],
    ['attempts', attempts],
    ['request', toJsonValue(request)],
    ['response', response === undefined ? undefined : fromPlain(response)],
    ['reasoning', reasoning],
    ['finish_reason', finishReason],
    ['usage', usage && fromPlain(usage)],
    ['ms', ms],
    ['error', error],
  ];
  const present = entries.filter((entry): entry is readonly [string, PyValue] => entry[1] !== undefined);
  return `${escapeSurrogates(toJsonText(new Map(present), 0))}\n`;
}

/** Answers of runs, counted: a share of them was read. */
export interface RunCount {
  readonly read: number;
  readonly answered: number;
}

/** How runs went. */
export interface RunSummary {
  readonly runs: number;
  /** Runs whose connection failed for good before there was any answer. */
  readonly failed: number;
  /** The first answers alone. */
  readonly first: RunCount;
  /** The last answer of every run. */
  readonly last: RunCount;
}

/**
 * Counts the lines of a log as they come: a run is all lines of one id, and its last line counts with retries. Each line
 * and each summary costs the same however many came before; memory grows with the runs.
 */
export class RunTally {
  /** Its name, also in a build with short ones. */
  static readonly name = 'RunTally';
  readonly #runs = new Map<string, { first?: boolean; last?: boolean }>();
  readonly #first = { read: 0, answered: 0 };
  readonly #last = { read: 0, answered: 0 };

  /** A line: `isRead` says whether its answer was read; absent, there is none. */
  add({ id, retry, isRead }: { readonly id: string; readonly retry: number; readonly isRead?: boolean }): void {
    const run = this.#runs.get(id) ?? {};
    this.#runs.set(id, run);
    if (isRead === undefined) return;
    if (retry === 0) {
      recount(this.#first, run.first, isRead);
      run.first = isRead;
    }
    recount(this.#last, run.last, isRead);
    run.last = isRead;
  }

  summary(): RunSummary {
    const runs = this.#runs.size;
    return { runs, failed: runs - this.#last.answered, first: { ...this.#first }, last: { ...this.#last } };
  }
}

/** Counts an answer in the place of the one before it, if there was one. */
function recount(count: { read: number; answered: number }, before: boolean | undefined, now: boolean): void {
  if (before === undefined) count.answered++;
  count.read += Number(now) - Number(before ?? false);
}
