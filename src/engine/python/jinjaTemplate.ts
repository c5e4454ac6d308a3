import { parse, tokenize } from '@huggingface/jinja';
import { EngineError } from '../core/errors.ts';
import type { PyValue } from '../core/pyValue.ts';
import { PythonInterpreter } from './jinjaInterpreter.ts';

/** Longer templates are refused: the library's reader is not linear in runs of blanks. */
const maxTemplateLength = 10_000;

/**
 * `jinja2.Template(template).render(**variables)`: default settings, so one line feed at the template's end is dropped,
 * what is undefined prints nothing, and every value prints as Python's `str()`. Raises `EngineError`:
 * `TemplateSyntaxError` for what does not parse, `TemplateError` for what fails or does not end while it is rendered.
 */
export function renderJinja(template: string, variables: ReadonlyMap<string, PyValue>): string {
  if (template.length > maxTemplateLength)
    throw new EngineError('TemplateError', `The template is longer than ${maxTemplateLength} characters.`);
  const program = attempt('TemplateSyntaxError', () => parse(tokenize(template)));
  return attempt('TemplateError', () => new PythonInterpreter(program, variables).render());
}

/** What `run` gives; whatever it throws becomes an `EngineError`. */
export function attempt<T>(className: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof EngineError) throw error;
    // A TypeError or RangeError is the library's own: its words mean nothing to the template's author.
    const isTold = error instanceof Error && !(error instanceof TypeError || error instanceof RangeError);
    throw new EngineError(
      className,
      isTold ? error.message : 'The template is incomplete, or does not fit its values.',
    );
  }
}
