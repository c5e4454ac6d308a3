import type { Definition } from '../../parsers/definition.ts';
import type { Loss } from '../../parsers/interchange.ts';
import type { NoSchema, ValueSchema } from '../../parsers/shared/schemas.ts';

/** The type of a definition that is made of a schema. */
export const schemaType = 'MarkdownJsonDictParser';

/** A definition's schema, and what a form that has only the schema loses of the definition. */
export interface ExportedSchema extends Omit<ValueSchema, 'losses'> {
  readonly losses: readonly Loss[];
}

/** The schema of a definition's value, of all types whose value is one object; else the reason. */
export function valueSchema({ name, type, parserType, source }: Definition): ExportedSchema | NoSchema {
  const found = parserType.schemas?.valueSchema?.(source);
  if (!found) return { reason: `The value of \`${type}\` is not an object with known keys.` };
  if ('reason' in found) return found;
  const message = `Imported again, it is an object with a schema, not \`${type}\`.`;
  const losses = [...found.losses, ...(type === schemaType ? [] : [{ key: 'type', message }])];
  return { ...found, losses: losses.map(loss => ({ definition: name, ...loss })) };
}
