import { EngineError } from '../../core/errors.ts';

/**
 * The error for a pattern that Python runs and JavaScript cannot run with the same meaning. `what` is the construct,
 * `position` its place in code points, `remedy` a sentence without its full stop.
 */
export function untranslatable(what: string, position: number, remedy: string): EngineError {
  return new EngineError(
    'UntranslatablePattern',
    `ParserLens cannot run ${what} at position ${position} of the pattern as Python does. ${remedy}.`,
  );
}
