import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import type { Definition } from '../../parsers/definition.ts';
import type { Loss } from '../../parsers/interchange.ts';
import type { FunctionSchema, NoSchema, ValueSchema } from '../../parsers/shared/schemas.ts';

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

/** The functions of a definition, and what of it they do not say. */
export interface DefinitionFunctions {
  readonly functions: readonly FunctionSchema[];
  readonly losses: readonly Loss[];
}

/** A definition as functions: those that its system sends, exactly; else a value with a schema is what one function is called with. */
export function functionsOf(definition: Definition): DefinitionFunctions | NoSchema {
  const { name, parserType, source } = definition;
  const found = parserType.schemas?.functions?.(source);
  if (!found) return valueFunction(definition);
  if ('reason' in found) return found;
  return { functions: found.functions, losses: found.losses.map(loss => ({ definition: name, ...loss })) };
}

function valueFunction(definition: Definition): DefinitionFunctions | NoSchema {
  const value = valueSchema(definition);
  if ('reason' in value) return value;
  const called = functionName(definition.name);
  const losses = [...value.losses];
  if (called !== definition.name)
    losses.push({
      definition: definition.name,
      message: `It is renamed to \`${called}\`: providers allow only letters, digits, \`_\` and \`-\`.`,
    });
  const { schema, description } = described(definition, value);
  // The title tells it from a tool of Langroid's when it is read back.
  const parameters = schema.has('title') ? schema : new Map<string, PyValue>([['title', definition.name], ...schema]);
  const fn = { name: called, parameters, key: value.key, ...(description !== undefined && { description }) };
  return { functions: [fn], losses };
}

/** The description that stands beside a schema. One that the schema only has from the definition is not said twice. */
export function described(
  definition: Definition,
  { schema, key }: ExportedSchema,
): { schema: PyDict; description?: string } {
  const own = schema.get('description');
  const description = definition.description ?? (typeof own === 'string' ? own : undefined);
  if (description === undefined) return { schema };
  const isSame = key !== 'content_schema' && own === definition.description;
  return { schema: isSame ? new Map([...schema].filter(([each]) => each !== 'description')) : schema, description };
}

/** A name that providers take: `^[a-zA-Z0-9_-]{1,64}$`. */
export function functionName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/gu, '_').slice(0, 64) || 'answer';
}

/** A function as it was read from a provider's format. */
export interface ReadFunction {
  readonly name: string;
  readonly description?: string;
  readonly parameters: PyDict;
  readonly span: Span;
}
