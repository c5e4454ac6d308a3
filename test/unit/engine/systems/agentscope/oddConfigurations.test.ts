import assert from 'node:assert/strict';
import { ResponseError } from '../../../../../src/engine/core/errors.ts';
import type { ParserType } from '../../../../../src/engine/parsers/parserType.ts';
import { pyStr } from '../../../../../src/engine/python/repr.ts';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';
import { typeNamed } from '../../parsers/typeNamed.ts';
import { attempt, parserOf } from './parse.ts';

const markdownJsonDictParser = typeNamed('MarkdownJsonDictParser');
const multiTaggedContentParser = typeNamed('MultiTaggedContentParser');
const regexTaggedContentParser = typeNamed('RegexTaggedContentParser');

const noString = (index: number, type: string) =>
  `TypeError: sequence item ${index}: expected str instance, ${type} found`;
const tag = (more: object) => ({
  tagged_contents: [{ name: 'a', tag_begin: '[', content_hint: '', tag_end: ']', ...more }],
});
const unnamed = { tagged_content_pattern: '<(?P<name>b)?>(?P<content>.)|(?P<_><name>)' };

suite('odd configurations raise what the classes raise', () => {
  const dict = markdownJsonDictParser;
  const cases: [type: ParserType, config: object, text: string, expected: string][] = [
    [dict, { required_keys: [true, 'a'] }, '{}', noString(0, 'bool')],
    [dict, { required_keys: ['a', 'b', 1.5, 'c'] }, '{}', noString(2, 'float')],
    [dict, { required_keys: ['a', 'b', 2] }, '{}', required('fields a, b, and 2')],
    [dict, { required_keys: [2] }, '{}', required('field 2')],
    [dict, { required_keys: [['a']] }, '{}', "TypeError: unhashable type: 'list'"],
    [dict, { required_keys: 1 }, '{}', "TypeError: 'int' object is not iterable"],
    [multiTaggedContentParser, tag({ tag_begin: 1 }), '1', 'TypeError: must be str, not int'],
    [multiTaggedContentParser, tag({ tag_end: null }), '[', 'TypeError: must be str, not NoneType'],
    [multiTaggedContentParser, tag({ name: {} }), '[]', "TypeError: unhashable type: 'dict'"],
    [multiTaggedContentParser, tag({ name: {} }), '[', 'TagNotFoundError: Missing tag ] in response: ['],
    [regexTaggedContentParser, { required_keys: [1] }, '', noString(0, 'int')],
    [regexTaggedContentParser, { required_keys: [['a']] }, '', "TypeError: unhashable type: 'list'"],
    [regexTaggedContentParser, unnamed, '<b>x<>y', noString(1, 'NoneType')],
    [regexTaggedContentParser, unnamed, '<b>x<>1', "{'b': 'x', 'None': 1}"],
    [regexTaggedContentParser, { ...unnamed, try_parse_json: 0 }, '<>y', "{'None': 'y'}"],
    [regexTaggedContentParser, { ...unnamed, required_keys: [null] }, '<>1', "{'None': 1}"],
  ];
  for (const [type, config, text, expected] of cases)
    test(`${type.type} ${JSON.stringify(config)}: ${text}`, async () => {
      const result = await attempt(parserOf(type, config, nodeHost), text);
      if (!(result instanceof ResponseError)) assert.equal(pyStr(result.value), expected);
      else {
        assert.equal(`${result.class}: ${result.message}`, expected);
        // Only AgentScope's own exceptions have the attribute.
        assert.equal('rawResponse' in result.details, !expected.startsWith('TypeError'));
      }
    });
});

function required(fields: string): string {
  return `RequiredFieldNotFoundError: Missing required ${fields} in the JSON dictionary object.`;
}
