import assert from 'node:assert/strict';
import { answer, schema, told } from '../../../service/feedbackIn.ts';

test('Langroid tells a model of members by its tuples', async () => {
  const found = await told(
    { type: 'ToolMessage', tools: [{ request: 'rate', schema }] },
    `{"request":"rate",${answer.slice(1)}`,
  );
  assert.deepEqual(
    found.slice(0, 6).map(each => each.replace(/ \| .* \| /, ' | ')),
    [
      "/mood | ('mood',): Field required",
      "/stars | ('stars',): Input should be less than or equal to 5",
      "/tags/1 | ('tags', 1): Input should be a valid string",
      "/tags/2 | ('tags', 2): Input should be a valid string",
      "/author/name | ('author', 'name'): Input should be a valid string",
      "/author/how old | ('author', 'how old'): Input should be a valid integer, unable to parse string as an integer",
    ],
  );
});
