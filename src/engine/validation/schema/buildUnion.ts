import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { pyStr } from '../../python/index.ts';
import { noneField, nullableField } from '../fieldTypes/simpleFields.ts';
import { taggedUnionField, unionField } from '../fieldTypes/unionFields.ts';
import type { Validator } from '../validator.ts';
import type { Builder } from './builder.ts';
import { buildDecimal, isDecimalString } from './buildScalar.ts';
import { dictAt, listAt, type SchemaPath, stringAt } from './schemaReader.ts';

/**
 * The validator of `anyOf`, of an undiscriminated `oneOf`, or of several types: null makes it optional, a number with a
 * certain string is a Decimal. `pathOf` says where a member stands.
 */
export function buildUnion(
  members: readonly PyValue[],
  pathOf: (index: number) => SchemaPath,
  builder: Builder,
): Validator {
  const choices: Validator[] = [];
  let isNullable = false;
  for (let i = 0; i < members.length; i++) {
    const member = members[i]!;
    const after = members[i + 1];
    if (isPyDict(member) && member.get('type') === 'null') isNullable = true;
    else if (
      isPyDict(member) &&
      member.get('type') === 'number' &&
      after &&
      isPyDict(after) &&
      isDecimalString(after)
    ) {
      choices.push(buildDecimal(member, after));
      i++;
    } else choices.push(builder.build(member, pathOf(i)));
  }
  if (choices.length === 0) return noneField;
  const inner = choices.length === 1 ? choices[0]! : unionField(choices);
  return isNullable ? nullableField(inner) : inner;
}

/** The validator of `oneOf` with a discriminator; without its mapping it is an ordinary union. */
export function buildTaggedUnion(schema: PyDict, path: SchemaPath, builder: Builder): Validator {
  const members = listAt(schema, 'oneOf') ?? [];
  const discriminator = dictAt(schema, 'discriminator');
  const key = discriminator && stringAt(discriminator, 'propertyName');
  const mapping = discriminator && dictAt(discriminator, 'mapping');
  if (key === undefined || mapping === undefined) {
    builder.report(path, 'No discriminator is given: every member is tried, which Pydantic may not do.');
    return buildUnion(members, i => [...path, 'oneOf', i], builder);
  }
  const choices = [...mapping].map(([text, target]) => {
    const choice = typeof target === 'string' ? new Map([['$ref', target]]) : target;
    const at = [...path, 'discriminator', 'mapping', text];
    return [tagOf(text, choice, key, builder), builder.build(choice, at)] as const;
  });
  return taggedUnionField(key, choices);
}

/** The tag as the member's own field declares it: in the mapping it is printed as a string. */
function tagOf(text: string, choice: PyValue, key: string, builder: Builder): PyValue {
  const pending: PyValue[] = [choice];
  for (let i = 0; i < pending.length && i < 100; i++) {
    const schema = builder.resolve(pending[i]!);
    if (schema === undefined) continue;
    pending.push(...(listAt(schema, 'oneOf') ?? []));
    const property = dictAt(schema, 'properties')?.get(key);
    const field = property === undefined ? undefined : builder.resolve(property);
    const constant = field?.get('const');
    const values = constant === undefined ? ((field && listAt(field, 'enum')) ?? []) : [constant];
    const tag = values.find(value => printTag(value) === text);
    if (tag !== undefined) return tag;
  }
  return text;
}

function printTag(value: PyValue): string {
  return value === null || typeof value === 'boolean' ? String(value) : pyStr(value);
}
