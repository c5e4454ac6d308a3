import assert from 'node:assert/strict';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { evaluate } from '../../../../../src/engine/evaluation/index.ts';

const fields = {
  thinking: { open_pattern: '<think>\\s*', close_pattern: '</think>\\s*' },
  calls: { open: '<call>', close: '</call>', content: 'json', repeats: true },
  content: { close: '<end>' },
};

async function suspicionsOf(response: string) {
  const text = JSON.stringify({ type: 'response_template', response_template: { start_anchor: '<bot>', fields } });
  const [definition] = readDefinitions(text, 'x.parser.json').definitions;
  const found: string[] = [];
  for await (const { suspicions } of evaluate(definition!, [response]))
    for (const { code, detail, span } of suspicions)
      found.push(`${code}|${detail}|${span && response.slice(span.start, span.end)}`);
  return found;
}

suite('suspicions of regions', () => {
  for (const [name, response, ...expected] of [
    ['a good answer, read by patterns', '<think> I search. </think> Fine.<end>'],
    ['replaced', 'Before.<call>{}</call>After.<end>', 'content-replaced|content|Before.'],
    ['only a line feed is replaced', '\n<call>{}</call>After.<end>'],
    ['a close without its open', 'So </think> yes.<end>', 'leftover-markup|content|</think>'],
    ['a token of another model', 'Yes.<|return|><end>', 'leftover-markup|content|<|return|>'],
    ['a call in the reasoning', '<think>x <call>{} </think>y<end>', 'field-in-field|calls in thinking|<call>'],
    ['marks in a call', '<call>{"a": "<think>"}</call>y<end>'],
  ] as const)
    test(name, async () => assert.deepEqual(await suspicionsOf(response), expected));
});
