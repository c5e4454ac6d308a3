import { EngineError } from '../core/errors.ts';
import type { Definition } from '../parsers/definition.ts';

/**
 * A response that a definition reads, to try it out with: made of its own hints, tags, schema and commands.
 * `undefined` where they do not show what a response looks like. Never throws.
 */
export function exampleResponse(definition: Definition): string | undefined {
  const { parserType, source, invalid } = definition;
  if (invalid !== undefined) return undefined;
  try {
    return parserType.responses?.example?.(source);
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}
