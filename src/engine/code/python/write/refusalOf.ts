import { EngineError } from '../../../core/errors.ts';
import type { Definition } from '../../../parsers/definition.ts';
import { hasLoneSurrogate, nestingOf } from '../schemaFacts.ts';

/** Python's compiler refuses 200 brackets inside each other; a level of a schema takes up to two. */
const maxNesting = 80;

/** Why no Python can be written for a definition of whatever type. */
export function refusalOf({ invalid, source, parserType }: Definition): string | undefined {
  if (invalid !== undefined) return `It cannot be used as it is: ${invalid}`;
  const config = [...source.config].filter(([key]) => key !== 'samples').map(([, value]) => value);
  if (nestingOf(config, maxNesting) >= maxNesting)
    return `It nests deeper than ${maxNesting} levels, which Python’s compiler does not take.`;
  const schemas = [source.config.get('content_schema') ?? null, source.config.get('tools') ?? null];
  if (hasLoneSurrogate(schemas)) return 'Its schema has half of a surrogate pair, which Pydantic does not take.';
  try {
    parserType.create(source, {});
  } catch (error) {
    return error instanceof EngineError ? `Its class raises ${error.class}: ${error.message}` : String(error);
  }
  return undefined;
}
