import { EngineError } from '../../core/errors.ts';
import type { Span } from '../../core/span.ts';

/** An exception of Jinja, or of Python inside a template, with the place in the template's text where it came from. */
export class JinjaError extends EngineError {
  /** Where in the template; absent until it is found. */
  span: Span | undefined;
  /** Of a template that ends too early: the tag whose block is open. */
  opening: Span | undefined;
  constructor(className: string, message: string, span?: Span) {
    super(className, message);
    this.span = span;
  }
}
