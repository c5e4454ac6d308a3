import { Acceptor, networkOf, schemaFormat } from '../../grammar/index.ts';
import type { JsonSchema } from '../../json/jsonSchema.ts';
import { constrains } from '../../json/schema/schemaKeywords.ts';
import { asSchema, canonicalJson, has, propertiesOf, requiredOf, typesOf } from '../../json/schema/subschema.ts';
import { orNone } from '../orNone.ts';
import { patternShape } from '../patternShape.ts';
import { condition } from './condition.ts';

/** Of a schema that is its type alone, which is looked up where it is not what a reference leads to, or the part of an `allOf`. */
export const typeAlone = condition('of a type alone', ({ schema, path, parent }) => {
  const isLookedUp = typesOf(schema).length > 1 || (parent ? parent.keyword !== 'allOf' : path === '');
  return isLookedUp && Object.keys(schema).every(key => key === 'type' || !constrains(key));
});

/** Names that are required and are not among the members. */
export const unlistedNames = condition('of names that are not in `properties`', ({ schema }) =>
  requiredOf(schema).some(name => !Object.hasOwn(propertiesOf(schema), name)),
);

/** The keyword is: where not every member is required. */
export const notAllRequired = condition('where not every member is required', ({ schema }) => {
  const required = new Set(requiredOf(schema));
  return Object.keys(propertiesOf(schema)).some(name => !required.has(name));
});

/** The keyword is: where a member that may be left out stands before one that is required. */
export const optionalFirst = condition(
  'where a member that may be left out stands before one that is required',
  ({ schema }) => isOptionalFirst(schema),
);

/** The keyword is: of a member that may be left out and stands before one that is required. */
export const ofEarlyOptional = condition(
  'of a member that may be left out and stands before one that is required',
  ({ parent }) => {
    if (parent?.keyword !== 'properties') return false;
    const names = Object.keys(propertiesOf(parent.schema));
    const required = new Set(requiredOf(parent.schema));
    return !required.has(parent.name) && names.slice(names.indexOf(parent.name)).some(name => required.has(name));
  },
);

/** The keyword is: of a member that may be left out, beside further ones. */
export const besideFurther = condition(
  'of a member that may be left out, beside further ones',
  ({ parent }) =>
    parent?.keyword === 'properties' &&
    has(parent.schema, 'additionalProperties') &&
    parent.schema.additionalProperties !== false &&
    !requiredOf(parent.schema).includes(parent.name) &&
    canonicalJson(parent.schema.additionalProperties) !== canonicalJson(propertiesOf(parent.schema)[parent.name]),
);

function isOptionalFirst(schema: JsonSchema): boolean {
  const required = new Set(requiredOf(schema));
  const flags = Object.keys(propertiesOf(schema)).map(name => required.has(name));
  return flags.indexOf(false) >= 0 && flags.lastIndexOf(true) > flags.indexOf(false);
}

/** The keyword is: without further ones. */
export const closed = condition(
  'without further ones',
  ({ schema }) => (schema.additionalProperties ?? false) === false,
);

/** The keyword is: with `properties`, or with `additionalProperties` other than `true`. */
export const membersListed = condition(
  'with `properties`, or with `additionalProperties` other than `true`',
  ({ schema }) =>
    has(schema, 'properties') || (has(schema, 'additionalProperties') && schema.additionalProperties !== true),
);

/** Names of `patternProperties` of which one is not anchored. */
export const namesNotAnchored = condition('with a name’s pattern that is not anchored', ({ schema }) =>
  Object.keys(asSchema(schema.patternProperties) ?? {}).some(pattern => !patternShape(pattern).isAnchored),
);

/** The schema of names: it says of texts what it says. */
export const ofNames = condition(
  'of names',
  ({ schema, parent }) => parent?.keyword === 'propertyNames' && !has(schema, 'type'),
);

/** The keyword is: without `properties`. */
export const unlisted = condition(
  'without `properties`',
  ({ schema }) => Object.keys(propertiesOf(schema)).length === 0,
);

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
