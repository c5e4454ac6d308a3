import { type EngineError, ResponseError } from '../../core/errors.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';

/** A command that an answer asks for. */
export interface Action {
  /** Text, unless a tool call gave something else. */
  readonly command: PyValue;
  /** Absent in text mode. */
  readonly toolCallId?: PyValue;
}

/** An action as mini-swe-agent stores it. */
export function actionDict({ command, toolCallId }: Action): PyDict {
  const dict = new Map<string, PyValue>([['command', command]]);
  if (toolCallId !== undefined) dict.set('tool_call_id', toolCallId);
  return dict;
}

/** mini-swe-agent's `FormatError`: an answer that is not as it must be. `variables` are those of `format_error_template`. */
export class ActionFormatError extends ResponseError {
  readonly variables: PyDict;
  constructor(message: string, variables: PyDict, span?: Span) {
    super('FormatError', message, span ? { span } : {});
    this.variables = variables;
  }
}

/** The error of a tool mode. */
export function toolCallError(
  message: string,
  hasToolCalls: boolean,
  finishReason: PyValue,
  span?: Span,
): ActionFormatError {
  return new ActionFormatError(
    message,
    new Map<string, PyValue>([
      ['actions', []],
      ['error', message],
      ['has_tool_calls', hasToolCalls],
      ['finish_reason', finishReason],
    ]),
    span,
  );
}

/** What Python raises for an answer that has not the shape of one. */
export function crash(className: string, message: string): EngineError {
  return new ResponseError(className, message);
}
