import type { ProblemCode } from '../../../core/problem.ts';
import type { Span } from '../../../core/span.ts';
import type { TemplatePath } from '../anchor.ts';

/** What transformers accepts without a word, and what will not do what was meant. */
export interface TemplateWarning {
  readonly code: ProblemCode;
  readonly message: string;
  /** What it is about. */
  readonly in: 'response_template' | 'chat_template' | 'tools';
  /** Where in that value; empty for a chat template. */
  readonly path: TemplatePath;
  /** Where in the text of the chat template; absent: it is about all of it. */
  readonly span?: Span;
}

/** A warning about a part of the response template. */
export function responseWarning(
  code: ProblemCode,
  message: string,
  path: TemplatePath,
): TemplateWarning & { readonly in: 'response_template' } {
  return { code, message, in: 'response_template', path };
}

/** A warning about the chat template, or a part of its text. */
export function chatWarning(code: ProblemCode, message: string, span?: Span): TemplateWarning {
  return { code, message, in: 'chat_template', path: [], ...(span && { span }) };
}
