import { toPlain } from '../core/pyValue.ts';
import type { JsonSchema } from '../json/jsonSchema.ts';
import { asSchema, propertiesOf } from '../json/schema/subschema.ts';
import type { Definition } from '../parsers/definition.ts';
import type { KeyPlace } from '../parsers/shared/valueKeys.ts';

/** A member of an answer: where the definition has it, and what it says of its values. */
export interface ValueMember {
  readonly name: string;
  /** Absent: the type itself has it, or its schema alone. */
  readonly place?: KeyPlace;
  /** Absent: nothing is said. */
  readonly schema?: unknown;
}

/** Members in the order of the definition. */
export interface ValueMembers {
  readonly members: readonly ValueMember[];
  /** What references of their schemas start from. */
  readonly root: JsonSchema;
}

/** The members of a definition's value, which may be tags or fields. For definitions that can be made. Linear. */
export function valueMembers({ parserType, source }: Definition): ValueMembers {
  const keys = parserType.authoring?.valueKeys?.(source).keys ?? [];
  const schema = parserType.schemas?.valueSchema?.(source);
  const root = schema && 'schema' in schema ? (asSchema(toPlain(schema.schema)) ?? {}) : {};
  const properties = propertiesOf(root);
  const members = keys.map(({ name, declarations: [place] }) => ({
    ...{ name, schema: properties[name] },
    ...(place && { place }),
  }));
  return {
    members: members.length > 0 ? members : Object.entries(properties).map(([name, each]) => ({ name, schema: each })),
    root,
  };
}
