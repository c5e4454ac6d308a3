import assert from 'node:assert/strict';
import { createParser, readDefinitions } from '../../../src/engine/index.ts';
import { type ResponseModel, responseModel } from '../../../src/views/responseModel.ts';

async function modelOf(keys: object, text: string): Promise<ResponseModel> {
  const [definition] = readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions;
  const result = await createParser(definition!).parse(text);
  return responseModel({ definition: definition!, result, splits: undefined, text });
}

suite('the model of a response', () => {
  test('an error has no parts, and nothing of a value', async () => {
    const { error, ...model } = await modelOf({ type: 'MarkdownJsonDictParser' }, 'x');
    assert.equal(error?.class, 'JsonParsingError');
    const { highlights, extra, parts, partCount, strays, repairs } = model;
    assert.deepEqual(
      { highlights, extra, parts, partCount, strays, repairs },
      { highlights: [], extra: [], parts: [], partCount: 0, strays: [], repairs: [] },
    );
  });

  test('a type whose fields have lenses of their own names each, with its value and where that stands', async () => {
    const fields = { thinking: { open: '<t>', close: '</t>' }, content: { close: '<end>' } };
    const keys = { type: 'response_template', response_template: { start_anchor: '<bot>', fields } };
    const { highlights } = await modelOf(keys, '<t>hm</t>Hello<end>');
    assert.deepEqual(
      highlights.map(({ name, path, value }) => [name, path, value.long]),
      [
        ['thinking', ['parts', 0], '"hm"'],
        ['content', ['parts', 1], '"Hello"'],
      ],
    );
  });
});
