import { equal } from 'node:assert/strict';
import { exampleResponse, readDefinitions } from '../../../../../src/engine/definition/index.ts';

suite('an example of a template’s answers', () => {
  for (const [content, body] of [
    ['int', '3'],
    ['float', '0.5'],
    ['bool', 'true'],
    ['json', '{"name": "search", "arguments": {"query": "words"}}'],
    ['kv-lines', 'key: value'],
    ['text', 'Words of the some key.'],
    ['xml-inline', '<x>a</x>'],
  ] as const)
    test(content, () => {
      const args = content === 'xml-inline' && { content_args: { tag_pattern: '<x>(?P<v>\\w+)</x>' } };
      const fields = { some_key: { open: '<a>', close: '</a>', content, ...args }, content: { close: '<end>' } };
      const response_template = { start_anchor: '<bot>', fields };
      const text = JSON.stringify({ type: 'response_template', response_template });
      const [definition] = readDefinitions(text, 'x.parser.json').definitions;
      equal(exampleResponse(definition!), `<a>${body}</a>Words of the content.<end>`);
    });
});
