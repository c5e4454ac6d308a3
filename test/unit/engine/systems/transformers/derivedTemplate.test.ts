import { deepEqual, match, ok, rejects } from 'node:assert/strict';
import type { AssistContext } from '../../../../../src/assist/assistContext.ts';
import { ToolError } from '../../../../../src/assist/assistTool.ts';
import { derivedTemplate } from '../../../../../src/assist/derivedTemplate.ts';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';

/** A chat template whose answers end with a word. */
const chat = (end: string) =>
  `{% for m in messages %}<{{ 'bot' if m.role == 'assistant' else m.role }}>{{ m.content }}${end}{% endfor %}{{ '<bot>' if add_generation_prompt }}`;
const definition = (end: string) => ({
  type: 'response_template',
  response_template: { start_anchor: '<bot>', fields: { content: { close: 'x' } } },
  chat_template: chat(end),
});
const other = { type: 'MarkdownJsonObjectParser' };
const files: Readonly<Record<string, string>> = {
  'one.parser.json': JSON.stringify({ parsers: { a: definition('<a>'), other } }),
  'two.parser.json': JSON.stringify({ parsers: { a: definition('<a>'), b: definition('<b>') } }),
  'none.parser.json': JSON.stringify(other),
  'own/of.parser.json': JSON.stringify({
    type: 'response_template',
    response_template: 'model/tokenizer_config.json#/response_template',
  }),
  'model/chat_template.jinja': chat('<m>'),
  'model/tokenizer_config.json': '{}',
  'own/model/chat_template.jinja': chat('<own>'),
  'own/model/tokenizer_config.json': '{}',
  'config/tokenizer_config.json': JSON.stringify({ chat_template: chat('<c>') }),
  'single.jinja': chat('<j>'),
  'single.j2': chat('<2>'),
  'returns.jinja': `{#\r\n#}${chat('<r>')}`,
  'empty.jinja': 'Hello.',
  'model/other.jinja': chat('<o>'),
};
const context = {
  host: nodeHost,
  textHost: nodeHost,
  async readFile(path: string) {
    const text = files[path.replace(/^\.\//, '')];
    if (text === undefined) throw new ToolError(`There is no ${path}.`, '');
    return { text, path: `/w/${path}`, shown: path };
  },
} as unknown as AssistContext;

/** Where the answer of the template ends. */
async function closing(given: string): Promise<unknown> {
  const { template, proved } = await derivedTemplate(given, context);
  ok(proved);
  return (template.fields as { content: { close?: string } }).content.close;
}

suite('the response template of what an assistant names', () => {
  for (const [given, close] of [
    [JSON.stringify(definition('<t>')), '<t>'],
    [` ${JSON.stringify({ parsers: { a: definition('<t>'), other } })}`, '<t>'],
    ['one.parser.json', '<a>'],
    ['one.parser.json#a', '<a>'],
    ['two.parser.json#a', '<a>'],
    ['two.parser.json#b', '<b>'],
    ['single.jinja', '<j>'],
    ['single.j2', '<2>'],
    ['returns.jinja', '<r>'],
    ['model', '<m>'],
    ['model/chat_template.jinja', '<m>'],
    ['model/tokenizer_config.json', '<m>'],
    ['model/other.jinja', '<o>'],
    ['own/of.parser.json', '<own>'],
    ['config', '<c>'],
    ['config/tokenizer_config.json', '<c>'],
  ] as const)
    test(given.slice(0, 60), async () => deepEqual(await closing(given), close));

  for (const [given, words] of [
    [
      'two.parser.json',
      /^There is no such definition of type `response_template`\. Give FILE#NAME, a model’s folder, or a chat template \(\.jinja\)\.$/,
    ],
    ['two.parser.json#c', /^There is no such definition/],
    ['one.parser.json#other', /^There is no such definition/],
    ['none.parser.json', /^There is no such definition/],
    ['{"parsers": {}}', /^There is no such definition/],
    ['gone.parser.json', /^There is no gone\.parser\.json\.$/],
    [
      'gone',
      /^There is no model in gone: no tokenizer_config\.json, and no chat template\. Give a model’s folder, or a chat template \(\.jinja\)\.$/,
    ],
    ['gone.jinja', /^There is no gone\.jinja\.$/],
    [
      'empty.jinja',
      /^ValueError: The chat template does not write the words of an answer\. The chat template must render an answer’s words\.$/,
    ],
  ] as const)
    test(`${given} is refused`, () =>
      rejects(derivedTemplate(given, context), error => {
        ok(error instanceof ToolError);
        match(error.message, words);
        return true;
      }));
});
