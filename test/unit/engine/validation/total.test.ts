import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fromPlain, type PyDict } from '../../../../src/engine/core/pyValue.ts';
import { buildModel } from '../../../../src/engine/validation/pydanticModel.ts';
import { assertKept } from './assertKept.ts';

const words = ['', 'a', '1', '2024-01-02', 'P1D', '\ud800', 'http://[::1', '(a', '1e5', '-0_1', '^a+$', '{', 'A', '#'];
const scalars = [null, true, false, 0, 1, -1, 2.5, -0, Number.NaN, Infinity, 2n ** 70n, 1e300, ...words];
const types = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object', 'x', ['integer', 'null']];
const formats = ['date-time', 'date', 'time', 'duration', 'uuid', 'uuid4', 'uri', 'binary', 'password', 'x'];
const refs = ['#/$defs/A', '#/$defs/B', '#', '#/properties/v', 'x'];
const decimal = [{ type: 'number' }, { type: 'string', pattern: '^(?!^[-+.]*$)[+-]?0*' }];

/** Schemas and values read off a list of numbers, which is zero where it ends. */
function generator(numbers: readonly number[]) {
  let at = 0;
  const below = (limit: number) => (numbers[at++] ?? 0) % limit;
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
  const list = <T>(item: () => T) => Array.from({ length: below(4) }, item);
  const dict = <T>(item: () => T) => Object.fromEntries(list(() => [pick(words), item()]));
  const value = (): unknown =>
    [() => pick(scalars), () => pick(scalars), () => list(value), () => dict(value)][below(4)]!();
  const keywords: Record<string, () => unknown> = {
    type: () => pick(types),
    format: () => pick(formats),
    pattern: () => pick(words),
    $ref: () => pick(refs),
    enum: () => list(value),
    const: value,
    default: value,
    title: () => pick(words),
    anyOf: () => (below(4) === 0 ? decimal : list(schema)),
    oneOf: () => list(schema),
    allOf: () => list(schema),
    discriminator: () => ({ propertyName: pick(words), mapping: dict(() => pick(refs)) }),
    properties: () => dict(schema),
    required: () => list(value),
    uniqueItems: () => pick([true, false]),
  };
  for (const key of ['minimum', 'multipleOf', 'maxLength', 'minItems', 'maxItems', 'maxProperties'])
    keywords[key] = () => pick(scalars);
  for (const key of ['items', 'additionalProperties', 'propertyNames']) keywords[key] = () => schema();
  for (const key of ['patternProperties', 'prefixItems'])
    keywords[key] = () => (below(2) ? dict(schema) : list(schema));
  const names = Object.keys(keywords);
  const schema = (): unknown =>
    below(9) === 1 ? value() : Object.fromEntries(list(() => pick(names)).map(key => [key, keywords[key]!()]));
  return { schema, value };
}

suite('validation: any schema, any value', () => {
  test('never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(255), { maxLength: 150 }), numbers => {
        const { schema, value } = generator(numbers);
        const properties = { v: schema(), a: schema() };
        const model = buildModel(fromPlain({ properties, $defs: { A: schema(), B: schema() } }) as PyDict);
        const data = { v: value(), a: value() };
        const result = model.validate(fromPlain(data) as PyDict);
        assertKept(model, JSON.stringify(data), result);
        assert.ok(result.ok || result.message !== '');
      }),
      { numRuns: 1000 },
    );
  });
});
