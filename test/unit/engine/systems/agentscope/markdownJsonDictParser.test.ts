import assert from 'node:assert/strict';
import { ResponseError } from '../../../../../src/engine/core/errors.ts';
import { PyFloat, type PyValue, toPlain } from '../../../../../src/engine/core/pyValue.ts';
import { typeNamed } from '../../parsers/typeNamed.ts';
import { attempt, checkPrefixes, faultOf, fieldsOf, parserOf, warningsOf } from './parse.ts';

const type = typeNamed('MarkdownJsonDictParser');

const content_schema = {
  type: 'object',
  title: 'Vote',
  required: ['vote'],
  properties: {
    vote: { type: 'string', title: 'Vote' },
    rounds: { type: 'array', items: { type: 'integer' }, title: 'Rounds', default: [] },
  },
};
const plain = parserOf(type, { required_keys: ['a', 'b'] });
const model = parserOf(type, { content_schema, required_keys: ['rounds'] });

suite('MarkdownJsonDictParser', () => {
  const faults: [name: string, parser: typeof plain, text: string, className: string, underlined: string][] = [
    ['no object', plain, '```json\n [1] \n```', 'JsonTypeError', '[1]'],
    ['a key is missing', plain, '{"a": 1}', 'RequiredFieldNotFoundError', '{"a": 1}'],
    ['a field of the model', model, '{"vote": "x", "rounds": [1, "z"]}', 'JsonParsingError', '"z"'],
    ['a missing field of the model', model, 'ok ```json {"rounds": []} ```', 'JsonParsingError', '{"rounds": []}'],
    ['bad JSON', model, '{"vote": x}', 'JsonParsingError', 'x'],
  ];
  for (const [name, parser, text, className, underlined] of faults)
    test(`${name} is underlined`, async () => assert.deepEqual(await faultOf(parser, text), [className, underlined]));

  test('a default of the model is in the value but has no field', async () => {
    const text = '{"extra": 1, "vote": "x"}';
    const reading = await attempt(model, text);
    assert(!(reading instanceof ResponseError));
    assert.deepEqual(toPlain(reading.value), { vote: 'x', rounds: [] });
    assert.deepEqual(await fieldsOf(model, text), ['vote: "x" | x']);
  });

  test('what a schema declares is the type of a value that needs no coercion', async () => {
    const properties = { f: { type: 'number' }, i: { type: 'integer' } };
    const numbers = parserOf(type, { content_schema: { ...content_schema, required: ['f', 'i'], properties } });
    for (const json of ['{"f": 1, "i": 7.0}', '{"i": 7.0, "f": 1}']) {
      const reading = await attempt(numbers, `\`\`\`json\n${json}\n\`\`\``);
      assert(!(reading instanceof ResponseError));
      assert.deepEqual(
        reading.value,
        new Map<string, PyValue>([
          ['f', new PyFloat(1)],
          ['i', 7],
        ]),
      );
    }
  });

  test('a schema written by hand is printed in the order of Pydantic', () => {
    const text = model
      .instruction()
      .map(piece => piece.text)
      .join('');
    assert.equal(
      text.split('\n').at(-1),
      "{'properties': {'vote': {'title': 'Vote', 'type': 'string'}, 'rounds': {'default': [], 'items': {'type': 'integer'}, 'title': 'Rounds', 'type': 'array'}}, 'required': ['vote'], 'title': 'Vote', 'type': 'object'}",
    );
  });

  test('feedback is str(e)', async () => {
    const error = await attempt(plain, '{}');
    assert(error instanceof ResponseError);
    const message = 'Missing required fields a and b in the JSON dictionary object.';
    assert.equal(error.details.feedback, `RequiredFieldNotFoundError: ${message}`);
  });

  test('odd values', () => {
    assert.deepEqual(warningsOf(type, { content_hint: [1], required_keys: 'ab' }), [
      ['wrong-hint', '[\n    1\n  ]'],
      ['odd-value', '"ab"'],
    ]);
    assert.deepEqual(warningsOf(type, { content_hint: 'x', content_schema: {} }), [['unread-hint', '"x"']]);
    assert.deepEqual(warningsOf(type, { content_hint: null, content_schema: null, required_keys: null }), [
      ['odd-value', 'null'],
      ['odd-value', 'null'],
      ['odd-value', 'null'],
    ]);
    const dangling = { content_schema: { $ref: '#/$defs/X' } };
    assert.deepEqual(warningsOf(type, dangling), [['bad-schema', '"#/$defs/X"']]);
    assert.deepEqual(warningsOf(type, { content_schema, required_keys: [] }), []);
  });

  test('every prefix is safe', () =>
    checkPrefixes(model, 'ok\n```json\n{"vote": "é\\n", "rounds": [1, "2"]}\n``` end'));
});
