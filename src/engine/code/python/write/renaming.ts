import type { PyDict } from '../../../core/pyValue.ts';
import type { Loss } from '../../../parsers/interchange.ts';
import { toClassName } from '../identifiers.ts';
import { textAt } from '../schemaFacts.ts';
import type { Renamed } from './modelWriter.ts';

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
