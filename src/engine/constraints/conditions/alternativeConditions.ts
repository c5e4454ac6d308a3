import type { JsonSchema } from '../../json/jsonSchema.ts';
import { areDisjoint } from '../../json/schema/areDisjoint.ts';
import { asSchema, has, listOf, resolved } from '../../json/schema/subschema.ts';
import { condition } from './condition.ts';

/** The keyword is: where alternatives may overlap. */
export const overlapping = condition(
  'where alternatives may overlap',
  ({ schema, root }, keyword) => !areDisjoint(root, listOf(schema, keyword)),
);

const reads = ['type', 'const', 'enum', '$ref', 'anyOf', 'oneOf', 'allOf', 'properties', 'additionalProperties'];

const readsToo = ['unevaluatedProperties', 'items', 'prefixItems', 'unevaluatedItems'];

/** Alternatives of which one says nothing by which these converters know what it is. */
export const shapelessAlternative = condition('with an alternative that has no `type`', ({ schema }, keyword) =>
  listOf(schema, keyword).some(value => {
    const each = asSchema(value);
    return each !== undefined && ![...reads, ...readsToo].some(key => has(each, key));
  }),
);

/** The keyword is: with a part that has no members. */
export const notOnlyObjects = condition('with a part that has no members', ({ schema, root }, keyword) =>
  listOf(schema, keyword).some(value => !hasMembers(root, value)),
);

function hasMembers(root: JsonSchema, value: unknown): boolean {
  const part = resolved(root, value);
  return part !== undefined && ['properties', 'allOf', 'anyOf'].some(key => has(part, key));
}
