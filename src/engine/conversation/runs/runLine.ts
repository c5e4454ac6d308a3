import { fromPlain, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { ModelMessage } from '../../core/result.ts';
import { escapeSurrogates, toJsonText, toJsonValue } from '../../python/index.ts';

/** A line of a `.responses.jsonl`: one answer of a model, or the failure of its connection. */
export interface RunLine {
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
