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
});
