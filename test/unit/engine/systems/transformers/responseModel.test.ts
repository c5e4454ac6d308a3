import assert from 'node:assert/strict';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { responseModel } from '../../../../../src/views/responseModel.ts';

test('a type whose fields have lenses of their own names each, with its value and where that stands', async () => {
  const fields = { thinking: { open: '<t>', close: '</t>' }, content: { close: '<end>' } };
  const keys = { type: 'response_template', response_template: { start_anchor: '<bot>', fields } };
  const text = '<t>hm</t>Hello<end>';
  const definition = readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions[0]!;
  const result = await createParser(definition).parse(text);
  const { highlights } = responseModel({ definition, result, splits: undefined, text });
  assert.deepEqual(
    highlights.map(({ name, path, value }) => [name, path, value.long]),
    [
      ['thinking', ['parts', 0], '"hm"'],
      ['content', ['parts', 1], '"Hello"'],
    ],
  );
});
