import { Acceptor, networkOf, schemaFormat } from '../../grammar/index.ts';
import type { JsonSchema } from '../../json/jsonSchema.ts';
import { canonicalJson } from '../../json/schema/canonicalJson.ts';
import { asSchema, has, propertiesOf } from '../../json/schema/subschema.ts';
import { orNone } from '../orNone.ts';
import { condition } from './condition.ts';

/** The keyword is: beside a member whose name it forbids. */
export const forbidsListed = condition('beside a member whose name it forbids', ({ schema }) => {
  const names = asSchema(schema.propertyNames);
  return names !== undefined && Object.keys(propertiesOf(schema)).some(isOtherThan({ ...names, type: 'string' }));
});

/** The keyword is: beside a member or further ones that it is about too. */
export const aboutOthersToo = condition('beside a member or further ones that it is about too', ({ schema }) => {
  const members = Object.entries(propertiesOf(schema));
  if (members.length === 0) return false;
  const further = has(schema, 'additionalProperties') ? schema.additionalProperties : false;
  return Object.entries(asSchema(schema.patternProperties) ?? {}).some(([pattern, value]) => {
    const expected = canonicalJson(value);
    if (further !== false && canonicalJson(further) !== expected) return true;
    const isOther = isOtherThan({ type: 'string', pattern });
    return members.some(([name, own]) => !isOther(name) && canonicalJson(own) !== expected);
  });
});

/** Whether a name is not of a schema; where that cannot be told it is not. */
function isOtherThan(schema: JsonSchema): (name: string) => boolean {
  const acceptor = orNone(() => new Acceptor(networkOf(schemaFormat(schema))));
  return name => acceptor?.accept(JSON.stringify(name)).is !== 'sentence';
}
