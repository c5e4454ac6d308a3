import { deepEqual, equal, match } from 'node:assert/strict';
import { readDefinitions, startTask } from '../../../src/engine/index.ts';
import { editorRequest } from '../../../src/providers/askByEditor.ts';

async function warningsOf(definition: object): Promise<readonly string[]> {
  const { definitions } = readDefinitions(JSON.stringify(definition), 'x.parser.json');
  const start = await startTask(definitions[0]!, 'Who is it?');
  const target = { format: {}, bound: start.bound, host: {} };
  return (await editorRequest(start.conversation, { name: 'm' }, target)).warnings;
}

suite('what is not sent to a model of VS Code', () => {
  const schema = { title: 'Contact', type: 'object', properties: { name: { type: 'string' } } };

  test('functions and a choice among them', async () => {
    const warnings = await warningsOf({ type: 'ToolStrategy', schema });
    equal(warnings.length, 2);
    match(warnings[0]!, /Functions are not sent/);
    match(warnings[1]!, /The binding \(`tool_choice`\) is not sent.*no call.*Run this against a provider/);
  });

  test('a provider’s response format', async () => {
    const warnings = await warningsOf({ type: 'ProviderStrategy', schema });
    match(warnings.join(), /The binding \(`response_format`\) is not sent/);
  });

  test('of others there is nothing to say', async () => {
    deepEqual(await warningsOf({ type: 'MarkdownJsonDictParser', content_schema: schema }), []);
  });
});
