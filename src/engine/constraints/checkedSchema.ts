import { EngineError } from '../core/errors.ts';
import { exportDefinitions } from '../interchange/index.ts';
import type { JsonSchema } from '../json/jsonSchema.ts';
import { asSchema, has, targetOf } from '../json/schema/subschema.ts';
import type { Definition } from '../parsers/definition.ts';

/** A schema that can be judged, and its text. */
export interface CheckedSchema {
  readonly schema: JsonSchema;
  readonly text: string;
}

/** The largest schema that is judged, in characters of its text. */
const maxText = 1024 * 1024;

/** The schema of a definition's value or calls. Throws `EngineError` of class `NoSchema`, with the reason, or `InvalidSchema`. */
export function schemaOfDefinition(definition: Definition): CheckedSchema {
  const answer = exportDefinitions([definition], 'json-schema');
  if (!answer.ok) throw new EngineError('NoSchema', answer.refusals.map(({ message }) => message).join(' '));
  return { schema: checkedSchema(JSON.parse(answer.text) as JsonSchema).schema, text: answer.text };
}

/** Throws `EngineError` of class `InvalidSchema` for what is no schema, refers to itself without end, or is too large. Linear. */
export function checkedSchema(schema: JsonSchema): CheckedSchema {
  if (!asSchema(schema)) throw new EngineError('InvalidSchema', 'A schema is an object.');
  const text = textOf(schema);
  if (text.length > maxText) throw new EngineError('InvalidSchema', 'The schema is larger than 1 MB.');
  checkReferences(schema);
  return { schema, text };
}

function textOf(schema: JsonSchema): string {
  try {
    return `${JSON.stringify(schema, undefined, 2)}\n`;
  } catch {
    throw new EngineError('InvalidSchema', 'The schema is not JSON, or is nested too deeply.');
  }
}

/** Throws where references lead from one to the next, and back, with no schema in between. */
function checkReferences(root: JsonSchema): void {
  const open: unknown[] = [root];
  const fine = new Set<unknown>();
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const seen = new Set<unknown>();
    for (
      let part = asSchema(value);
      part && has(part, '$ref') && !fine.has(part);
      part = asSchema(targetOf(root, part.$ref)?.value)
    ) {
      if (seen.has(part))
        throw new EngineError(
          'InvalidSchema',
          `The reference \`${String(part.$ref)}\` leads back to itself without end.`,
        );
      seen.add(part);
    }
    for (const each of seen) fine.add(each);
    for (const each of Object.values(value)) open.push(each);
  }
}
