import { EngineError } from '../../../core/errors.ts';
import type { PyDict } from '../../../core/pyValue.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type { Loss } from '../../../parsers/interchange.ts';
import { visible } from '../../../text/index.ts';
import { toClassName } from '../identifiers.ts';
import { hasLoneSurrogate, nestingOf, textAt } from '../schemaFacts.ts';
import type { Renamed } from './modelWriter.ts';

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

/** The name of the class of a schema. */
export function classNameOf(schema: PyDict, name: string): string {
  return toClassName(textAt(schema, 'title') ?? name, 'Model');
}

/** Says that the value will have another key, which no JSON Schema tells. */
export function renaming(definition: string, losses: Loss[], place = 'content_schema'): Renamed {
  return (key, field) =>
    losses.push({
      definition,
      key: place,
      message: `The key \`${key}\` cannot be the name of a Python field: the value has it as \`${field}\`.`,
    });
}

const width = 86;

/** A text as lines of comment, each with its line feed; long ones are wrapped, and empty ones left out. */
export function commentOf(text: string | undefined): string {
  if (text === undefined) return '';
  const lines = text
    .replace(/\p{Cs}/gu, '\ufffd')
    .split(/[\r\n\f\v\x1c-\x1e\x85\u2028\u2029\0]+/)
    .flatMap(wrap);
  return lines
    .filter(line => line.trim() !== '')
    .map(line => `# ${visible(line.trim())}\n`)
    .join('');
}

function wrap(line: string): readonly string[] {
  const lines: string[] = [];
  let start = 0;
  while (line.length - start > width) {
    const blank = line.lastIndexOf(' ', start + width);
    const end = blank > start ? blank : line.indexOf(' ', start + width);
    if (end < 0) break;
    lines.push(line.slice(start, end));
    start = end + 1;
  }
  return [...lines, line.slice(start)];
}
