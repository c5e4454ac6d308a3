import { deepEqual } from 'node:assert/strict';
import { fromPlain, toPlain } from '../../../../../src/engine/core/pyValue.ts';
import { repairJson } from '../../../../../src/engine/text/lenient/repairJson.ts';

const refused = undefined;

function repaired(text: string, schema: object): unknown {
  const value = repairJson(text, fromPlain(schema));
  return value === undefined ? refused : toPlain(value);
}

suite('json_repair 0.61.7 with a schema', () => {
  const integer = { type: 'integer' };

  // What a property's schema makes of its value, in an object that is not closed.
  for (const [value, schema, expected] of [
    ['1', { type: 'string' }, '1'],
    ['1.5', { type: 'string' }, '1.5'],
    ['true', { type: 'string' }, refused],
    ['null', { type: 'string' }, refused],
    ['" 5 "', integer, 5],
    ['"5.0"', integer, 5],
    ['5.0', integer, 5],
    ['5.5', integer, refused],
    ['"x"', integer, refused],
    ['true', integer, refused],
    ['" 2 "', { type: 'number' }, 2],
    ['"1.5"', { type: 'number' }, 1.5],
    ['2', { type: 'number' }, 2],
    ['true', { type: 'number' }, refused],
    ['"Yes"', { type: 'boolean' }, true],
    ['"y"', { type: 'boolean' }, true],
    ['"on"', { type: 'boolean' }, true],
    ['"1"', { type: 'boolean' }, true],
    ['1.0', { type: 'boolean' }, true],
    ['"No"', { type: 'boolean' }, false],
    ['"n"', { type: 'boolean' }, false],
    ['"off"', { type: 'boolean' }, false],
    ['-0.0', { type: 'boolean' }, false],
    ['2', { type: 'boolean' }, refused],
    ['"maybe"', { type: 'boolean' }, refused],
    ['null', { type: 'null' }, null],
    ['"null"', { type: 'null' }, refused],
    ['"5"', true, '5'],
    ['"5"', false, refused],
    ['"5"', { allOf: [{ type: 'number' }, integer] }, 5],
    ['"5"', { allOf: [integer, { type: 'string' }] }, refused],
    ['"x"', { anyOf: [integer, { type: 'string' }] }, 'x'],
    ['"5"', { anyOf: [{ type: 'boolean' }, integer] }, 5],
    ['"x"', { oneOf: [integer, { type: 'null' }] }, refused],
    ['"x"', { type: ['integer', 'string'] }, 'x'],
    ['"5"', { type: ['integer', 'string'], enum: ['5'] }, '5'],
    ['"5"', { type: 'integer', enum: [4] }, refused],
    ['"5"', { type: 'integer', const: 4 }, refused],
    ['"5"', { type: 'integer', const: 5 }, 5],
    ['"5"', { $ref: '#/$defs/n' }, 5],
    ['"5"', { $ref: '#/$defs/a~1b' }, 5],
    ['"5"', { $ref: '#/$defs/none' }, refused],
    ['"5"', { $ref: '#/$defs/round' }, refused],
    ['"5"', { $ref: 'other.json' }, refused],
    ['"[1, 2]"', { type: 'array', items: { type: 'string' } }, ['1', '2']],
    ['"x"', { type: 'array', items: { type: 'string' } }, ['x']],
    ['"{\\"b\\": \\"2\\"}"', { type: 'object', properties: { b: integer } }, { b: 2 }],
    ['"[1]"', { type: 'object' }, refused],
    ['{"b": "2", "c": "3"}', { properties: { b: integer }, additionalProperties: false }, { b: 2 }],
    ['["1", "2"]', { items: [integer], additionalItems: false }, [1]],
    ['["1", "2"]', { items: [integer], additionalItems: integer }, [1, 2]],
    ['["1", "2"]', { items: [integer], additionalItems: true }, [1, '2']],
    ['["1", "2"]', { items: [integer, integer, integer] }, [1, 2]],
    ['["1"]', { type: 'array', minItems: 2 }, refused],
    ['["1", "2"]', { type: 'array', minItems: 2 }, ['1', '2']],
    ['{"b": 1}', { type: 'object', minProperties: 2 }, refused],
    ['{"b": 1, "c": 2}', { type: 'object', minProperties: 2 }, { b: 1, c: 2 }],
  ] as const)
    test(`${value} by ${JSON.stringify(schema)}`, () => {
      const $defs = { n: integer, 'a/b': integer, round: { $ref: '#/$defs/round' } };
      const whole = { properties: { a: schema }, $defs };
      const expectedWhole = expected === refused ? refused : { a: expected };
      deepEqual(repaired(`{"a": ${value}`, whole), expectedWhole);
      deepEqual(repaired(`{"a": ${value}}`, whole), expectedWhole);
    });

  // What stands where no value does.
  for (const [schema, expected] of [
    [{ type: 'string' }, ''],
    [integer, 0],
    [{ type: 'number' }, 0],
    [{ type: 'boolean' }, false],
    [{ type: 'null' }, null],
    [{ type: 'array' }, []],
    [{ items: integer }, []],
    [{ type: 'array', minItems: 1 }, refused],
    [{ type: ['object', 'null'], minProperties: 1 }, null],
    [{ type: 'object' }, {}],
    [{ required: [] }, {}],
    [{ type: 'object', minProperties: 1 }, refused],
    [{ const: 7 }, 7],
    [{ enum: ['x', 'y'] }, 'x'],
    [{ enum: [] }, refused],
    [{ type: 'integer', default: 3 }, 3],
    [{ type: 'other' }, refused],
    [{}, ''],
  ] as const)
    test(`nothing by ${JSON.stringify(schema)}`, () =>
      deepEqual(
        repaired('{"a": , "z": 1', { properties: { a: schema } }),
        expected === refused ? refused : { a: expected, z: 1 },
      ));

  for (const [pattern, expected] of [
    ['^b', { ab: '1', bc: 2, b: 3 }],
    ['b$', { ab: 1, bc: '2', b: 3 }],
    ['^b$', { ab: '1', bc: '2', b: 3 }],
    ['b', { ab: 1, bc: 2, b: 3 }],
  ] as const)
    test(`keys of the pattern ${pattern}`, () => {
      const schema = { patternProperties: { [pattern]: integer } };
      deepEqual(repaired('{"ab": "1", "bc": "2", "b": "3"', schema), expected);
      deepEqual(repaired('{"ab": "1", "bc": "2", "b": "3"}', schema), expected);
    });

  test('a key that nothing is said of is dropped, made to fit, or kept', () => {
    const repairedBeside = (additionalProperties: unknown) => {
      const schema = { properties: { a: integer }, additionalProperties };
      const [open, whole] = ['{"a": "5", "b": "1"', '{"a": "5", "b": "1"}'].map(text => repaired(text, schema));
      deepEqual(open, whole);
      return open;
    };
    deepEqual(repairedBeside(false), { a: 5 });
    deepEqual(repairedBeside(integer), { a: 5, b: 1 });
    deepEqual(repairedBeside(true), { a: 5, b: '1' });
  });

  test('what is required is never filled in', () => {
    const properties = { a: { type: 'integer', default: 4 } };
    deepEqual(repaired('{"c": 2', { properties, required: ['a'] }), refused);
    deepEqual(repaired('{"c": "2"}', { properties, required: ['a'] }), refused);
    deepEqual(repaired('{"c": 2, "x": "1"', { properties, patternProperties: { x: integer } }), { c: 2, x: 1, a: 4 });
  });
});
