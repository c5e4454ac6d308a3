import assert from 'node:assert/strict';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';

/** The text from where a response's error stands, to the end of its line; `undefined`: it stands nowhere. */
async function fault(definition: object, response: string): Promise<string | undefined> {
  const [read] = readDefinitions(JSON.stringify(definition), 'x.parser.json').definitions;
  const result = await createParser(read!).parse(response);
  assert.ok(!result.ok);
  return result.error.span && response.slice(result.error.span.start).split('\n')[0];
}

suite('where a LangChain exception stands', () => {
  const json = { type: 'JsonOutputParser' };
  const xml = { type: 'XMLOutputParser', tags: ['movies', 'actor'] };
  for (const [what, definition, response, expected] of [
    ['where strict JSON stops', json, '{"a": 1,\n "b": x}', 'x}'],
    ['behind a fence', json, 'Here:\n```json\n{"a": 1,\n b: 2}\n```', 'b: 2}'],
    ['no JSON at all', json, 'I cannot say.', undefined],
    ['at the place that expat names', xml, '<movies>\n  <actor>Tom</actr>\n</movies>', 'actr>'],
    ['of a document in a fence', xml, 'So:\n```xml\n<movies>é😀<actor>Tom</b></movies>\n```', 'b></movies>'],
    ['a value that a class refuses', { type: 'DatetimeOutputParser', runtime: 'python' }, 'soon', undefined],
  ] as const)
    test(what, async () => assert.equal(await fault(definition, response), expected));
});
