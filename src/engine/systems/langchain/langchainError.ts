import { EngineError } from '../../core/errors.ts';
import type { ValidationIssue } from '../../validation/index.ts';

/** The attributes of an exception of LangChain's beside class and message, named as the recorded cases name them. */
export interface LangchainErrorDetails {
  /** JavaScript's `e.name`, where it is not the class. */
  readonly name?: string;
  /** `lc_error_code`. */
  readonly code?: string;
  /** `llm_output`, in JavaScript `llmOutput`; `null`: none. */
  readonly llm_output?: unknown;
  readonly observation?: string;
  readonly send_to_llm?: boolean;
  /** `errors()` of Pydantic's `ValidationError`, in Python. */
  readonly pydantic_errors?: readonly ValidationIssue[];
  /** Python's `__cause__`. */
  readonly cause?: { readonly class: string; readonly message: string };
}

/** An exception that LangChain raises, complete with what it carries. */
export class LangchainError extends EngineError {
  llm_output?: unknown;
  observation?: string;
  send_to_llm?: boolean;
  pydantic_errors?: readonly ValidationIssue[];
  override cause?: { readonly class: string; readonly message: string };
  /** What a stream had yielded before. */
  yielded?: readonly unknown[];
  constructor(className: string, message: string, details: LangchainErrorDetails = {}) {
    super(className, message, details.code);
    const { code: _, ...others } = details;
    Object.assign(this, others);
  }
}

const code = 'OUTPUT_PARSING_FAILURE';
const pythonUrl = `https://docs.langchain.com/oss/python/langchain/errors/${code}`;
const scriptUrl = `https://docs.langchain.com/oss/javascript/langchain/errors/${code}/`;

/** Python's `OutputParserException(message, llm_output)`, with the trouble-shooting line that it adds. */
export function pythonException(
  message: string,
  llmOutput: string | null = null,
  more: Pick<LangchainErrorDetails, 'pydantic_errors' | 'cause'> = {},
): LangchainError {
  const text = `${message}\nFor troubleshooting, visit: ${pythonUrl} `;
  return new LangchainError('OutputParserException', text, { code, llm_output: llmOutput, ...more });
}

/** JavaScript's `new OutputParserException(message, llmOutput)`, with the trouble-shooting lines that it adds. */
export function scriptException(message: string, llmOutput: string | null = null): LangchainError {
  const text = `${message}\n\nTroubleshooting URL: ${scriptUrl}\n`;
  return new LangchainError('OutputParserException', text, { name: 'Error', code, llm_output: llmOutput });
}

/** An error of JavaScript as `${e}` prints it. */
export function scriptErrorText(error: unknown): string {
  if (error instanceof LangchainError) {
    const name = error.name === 'ZodError' ? '' : error.name;
    return name === '' ? error.message : `${name}: ${error.message}`;
  }
  return String(error);
}

/**
 * `JSON.parse`, its error a `SyntaxError` in the words of V8 up to Node 20: newer releases add line and column.
 */
export function scriptJsonParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw scriptSyntaxError(error);
  }
}

/** A `SyntaxError` of V8's as an error of ours; anything else is thrown on. */
export function scriptSyntaxError(error: unknown): LangchainError {
  if (!(error instanceof SyntaxError)) throw error;
  return new LangchainError('SyntaxError', error.message.replace(/ \(line \d+ column \d+\)$/, ''));
}
