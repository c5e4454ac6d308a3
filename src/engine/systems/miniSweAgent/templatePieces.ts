import type { PyDict } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { DefinitionSource, Piece } from '../../parsers/parser.ts';
import { spanInString } from '../../parsers/problems/problemAt.ts';
import { JinjaError, renderSegments } from '../../python/index.ts';

/**
 * A template of the definition rendered with `StrictUndefined`, in pieces that lead to the parts of the template. What
 * nothing defines is a piece with its error. Throws `JinjaError` for any other fault.
 */
export function templatePieces(source: DefinitionSource, key: string, template: string, variables: PyDict): Piece[] {
  return renderSegments(template, variables, { strict: true, showsErrors: true }).map(({ text, span, error }) => {
    const origin = originOf(source, key, span);
    return { text, ...(origin && { origin }), ...(error && { error }) };
  });
}

/** The place in the file of a part of the template at a key; nothing where the template is mini-swe-agent's own. */
export function originOf(source: DefinitionSource, key: string, span: Span): Span | undefined {
  return source.stringAt([key]) ? spanInString(source, [key], span.start, span.end) : undefined;
}

/** Why a template fails with these variables, and where; `undefined`: it does not. */
export function templateFaults(template: string, variables: PyDict): readonly JinjaError[] {
  try {
    return renderSegments(template, variables, { strict: true, showsErrors: true }).flatMap(({ error }) => error ?? []);
  } catch (error) {
    if (error instanceof JinjaError) return [error];
    throw error;
  }
}
