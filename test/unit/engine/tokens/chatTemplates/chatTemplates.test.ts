import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EngineError } from '../../../../../src/engine/core/errors.ts';
import { fromPlain, type PyDict, type PyList, type PyValue } from '../../../../../src/engine/core/pyValue.ts';
import type { ChatTemplate } from '../../../../../src/engine/tokens/chatTemplates/chatTemplate.ts';
import { jinjaChatTemplate } from '../../../../../src/engine/tokens/chatTemplates/compiledChatTemplate.ts';
import { deepSeekV3 } from '../../../../../src/engine/tokens/chatTemplates/deepSeekV3.ts';
import { gemma3 } from '../../../../../src/engine/tokens/chatTemplates/gemma3.ts';
import { llama31 } from '../../../../../src/engine/tokens/chatTemplates/llama3.ts';
import { qwen25Vl } from '../../../../../src/engine/tokens/chatTemplates/qwen25Vl.ts';
import { additiveCounting, shippedModel } from '../../../../../src/engine/tokens/huggingFace/chatModel.ts';
import { modelFamilies } from '../../../../../src/engine/tokens/huggingFace/models.ts';
import { readVocabulary } from '../../../../../src/engine/tokens/huggingFace/vocabularyFile.ts';
import { testHost } from '../testHost.ts';

const host = testHost();
const texts = [
  'Hi!',
  ' padded \n',
  '',
  '\n\nlead',
  '<think>a</think>\n\nb',
  'x</think>y</think>z',
  '<tool_response>r</tool_response>',
  '<tool_response>r',
  '你好',
  '\u0085\ufeff',
];
const text = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...texts) }, fc.string());
const fn = { name: 'f', arguments: '{"a": 1}' };
const call = fc.constantFrom<unknown>(
  { id: '1', type: 'function', function: fn },
  { id: '2', type: 'function', function: { name: 'g', arguments: { b: [1.5, null, true, 'é<&>'] } } },
  { name: 'h', arguments: {} },
  { type: 'function', function: { name: 'q' } },
);
const content = fc.oneof(
  { weight: 8, arbitrary: text },
  fc.constantFrom<unknown>(null, [], 5, 1.5, true, { a: 1 }, [{ type: 'text', text: ' t ' }, { type: 'image' }]),
);
const message = fc.record(
  {
    role: fc.constantFrom('system', 'user', 'assistant', 'tool'),
    content,
    tool_calls: fc.oneof(fc.array(call, { maxLength: 2 }), fc.constant(null)),
    reasoning_content: fc.constantFrom('r\n', '', null),
  },
  { requiredKeys: ['role'] },
);
const alternating = fc
  .array(content, { minLength: 1, maxLength: 5 })
  .map(contents => contents.map((each, i) => ({ role: i % 2 ? 'assistant' : 'user', content: each })));
const conversation = fc.oneof(fc.array(message, { minLength: 1, maxLength: 6 }), alternating);
const tools = fc.constantFrom(null, [], [{ type: 'function', function: { name: 'é "q"', minimum: 1.5 } }]);

suite('chat templates', () => {
  for (const { name, table, template } of modelFamilies.filter(family => !/VL|3\.1/.test(family.name)))
    test(`${name}: prints what the model’s own template prints`, async () => {
      const { config } = readVocabulary(await host.loadTable!(table))!;
      const tokens = Object.entries(config).map(([key, value]) => [key, fromPlain(value)] as const);
      const variables = tokens.map(
        ([key, value]) => [key, value instanceof Map ? value.get('content') : value] as const,
      );
      const own = jinjaChatTemplate(config.chat_template as string, new Map(variables as [string, PyValue][]));
      fc.assert(
        fc.property(conversation, tools, (messages, toolList) => {
          assert.equal(outcome(template, messages, toolList), outcome(own, messages, toolList));
        }),
        { numRuns: 300 },
      );
    });

  test('Qwen2.5-VL', () => {
    for (const [messages, expected] of [
      [[{ role: 'system', content: 'S' }], '<|im_start|>system\nS<|im_end|>\n'],
      [
        [{ role: 'user', content: ['an image', { text: null }, { type: 'video' }, { image_url: 1 }, { audio: 1 }] }],
        '<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n<|im_start|>user\n' +
          '<|vision_start|><|image_pad|><|vision_end|>None<|vision_start|><|video_pad|><|vision_end|>' +
          '<|vision_start|><|image_pad|><|vision_end|><|im_end|>\n',
      ],
    ] as const)
      assert.equal(qwen25Vl.render(fromPlain(messages) as PyList, null), expected);
  });

  test('Llama 3.1', () => {
    const header = (role: string): string => `<|start_header_id|>${role}<|end_header_id|>\n\n`;
    const dates = 'Cutting Knowledge Date: December 2023\nToday Date: 26 Jul 2024\n\n';
    const start = `<|begin_of_text|>${header('system')}${dates}`;
    for (const [messages, expected] of [
      [[{ role: 'user', content: ' a ' }], `${start}<|eot_id|>${header('user')}a<|eot_id|>`],
      [
        [
          { role: 'system', content: 'S\n' },
          { role: 'assistant', content: null, tool_calls: [{ function: fn }] },
          { role: 'tool', content: 'r' },
        ],
        `${start}S<|eot_id|>${header('assistant')}{"name": "f", "parameters": "{\\"a\\": 1}"}<|eot_id|>${header('ipython')}"r"<|eot_id|>`,
      ],
    ] as const)
      assert.equal(llama31.render(fromPlain(messages) as PyList, null), expected);
    const two = [{ role: 'assistant', content: null, tool_calls: [{ function: fn }, { function: fn }] }];
    assert.equal(outcome(llama31, two, null), '! This model only supports single tool-calls at once!');
    assert.equal(
      outcome(llama31, [{ role: 'system', content: '' }], []),
      "! Cannot put tools in the first user message when there's no first user message!",
    );
  });

  test('Gemma 3: the system message goes in front of the first question, as text or as parts', () => {
    const question = { role: 'user', content: ' Hi ' };
    for (const system of [
      'S',
      [
        { type: 'text', text: 'S' },
        { type: 'text', text: 'not this' },
      ],
    ])
      assert.equal(
        gemma3.render(fromPlain([{ role: 'system', content: system }, question]) as PyList, null),
        '<bos><start_of_turn>user\nS\n\nHi<end_of_turn>\n',
      );
  });

  test('DeepSeek-V3: the first call of a conversation opens the calls, and every other one closes them', () => {
    const shown = (name: string) =>
      `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n{}\n\`\`\`<｜tool▁call▁end｜>`;
    const tool_calls = ['f', 'g'].map(name => ({ type: 'function', function: { name, arguments: '{}' } }));
    assert.equal(
      deepSeekV3.render(fromPlain([{ role: 'assistant', content: null, tool_calls }]) as PyList, null),
      `<｜begin▁of▁sentence｜><｜Assistant｜><｜tool▁calls▁begin｜>${shown('f')}\n${shown('g')}<｜tool▁calls▁end｜><｜end▁of▁sentence｜>`,
    );
  });

  test('DeepSeek-V3: one message without a system message is counted to the character', () => {
    const count = (given: string) => given.length;
    const tokenizer = { count, countPlain: count };
    const { fixed, opening, message: counted } = additiveCounting({ tokenizer, template: deepSeekV3 }, undefined)!;
    for (const own of [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ]) {
      const payload = fromPlain([own]) as PyList;
      const [first] = payload as readonly PyDict[];
      const text = deepSeekV3.render(payload, null);
      assert.equal(fixed + opening!(own.role) + counted(first!), text.length, text);
    }
  });

  for (const family of modelFamilies.filter(each => each.template.parts))
    test(`${family.name}: counts of messages add up${family.template.parts!.exact ? '' : ' to a lower bound'}`, async () => {
      const model = await shippedModel(host, family);
      const counting = additiveCounting(model, undefined)!;
      fc.assert(
        fc.property(conversation, messages => {
          const payload = fromPlain(messages) as readonly PyDict[];
          let whole: number;
          try {
            whole = model.tokenizer.count(model.template.render(payload, null));
          } catch {
            return;
          }
          const start = counting.fixed + counting.opening!(payload[0]!.get('role'));
          const sum = payload.reduce((total, each) => total + counting.message(each), start);
          const hasOddSystem = payload.some(each => each.get('role') === 'system' && each.has('tool_calls'));
          if (counting.isBound || hasOddSystem) assert.ok(sum <= whole, `${sum} > ${whole}`);
          else assert.equal(sum, whole);
        }),
      );
      assert.throws(() => counting.opening!(undefined), { class: 'IndexError' });
    });
});

/** The text, or `! ` and the error; errors of the general interpreter are worded by its library, so a text stands for all. */
function outcome(template: ChatTemplate, messages: unknown, toolList: unknown): string {
  try {
    return template.render(fromPlain(messages) as PyList, fromPlain(toolList));
  } catch (error) {
    assert.ok(error instanceof EngineError, String(error));
    return error.class === 'TemplateError' && /single tool|Cannot put/.test(error.message) ? `! ${error.message}` : '!';
  }
}
