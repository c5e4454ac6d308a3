import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { openWorkbench, type Theme, until, type Workbench } from './harness.ts';

const config = {
  eos_token: { content: '<|end|>' },
  response_template: {
    defaults: { role: 'assistant' },
    start_anchor: '<|assistant|>\n',
    fields: {
      reasoning_content: { open: '<think>', close_pattern: '</think>\\s*' },
      tool_calls: {
        ...{ open: '<tool_call>', close: '</tool_call>', repeats: true, content: 'json' },
        transform: { type: 'function', function: '{content}' },
      },
      content: { close: '<|end|>' },
    },
  },
};
const chat = '{% for m in messages %}<|{{ m.role }}|>\n{{ m.content }}<|end|>{% endfor %}<|assistant|>\n';
const answer = `<think>They want the weather of two cities.</think>
I look it up.
<tool_call>{"name": "get_weather", "arguments": {"city": "Bern"}}</tool_call>
<tool_call>{"name": "get_weather", "arguments": {"city": "Basel"}}</tool_call>
One moment, <|return|> please.<|end|>`;

suite('answers of a model', () => {
  let workbench: Workbench;
  let folder: string;
  suiteSetup(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'parserlens-answers-')), 'models');
    await mkdir(join(folder, 'tiny'), { recursive: true });
    await writeFile(join(folder, 'tiny', 'tokenizer_config.json'), JSON.stringify(config, null, 2));
    await writeFile(join(folder, 'tiny', 'chat_template.jinja'), chat);
    await writeFile(join(folder, 'answer.md'), answer);
    workbench = await openWorkbench({ folder });
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
  });
  suiteTeardown(async () => {
    await workbench?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const marked = (editor: Locator, text: string) =>
    editor.locator('.view-line span', { hasText: text }).first().waitFor();

  test('are read by its response template, with what was lost and left over', async () => {
    await workbench.openFile('answer.md');
    await workbench.runCommand('ParserLens: Parse Selection with Parser…');
    await workbench.pick('tiny');
    await until('the verdict', async () => (await workbench.lenses()).flat().some(title => title.startsWith('⚠')));
    const titles = (await workbench.lenses()).flat();
    for (const name of ['reasoning_content', 'tool_calls', 'content'])
      assert.ok(
        titles.some(title => title.startsWith(name)),
        `${name}: ${titles.join(' | ')}`,
      );
    await marked(workbench.editor, 'I look it up.');
    await workbench.screenshot('model-answer');
  });

  const looks: readonly (readonly [name: string, theme: Theme, width: number, height: number])[] = [
    ['light', 'Light Modern', 1000, 700],
    ['contrast', 'Default High Contrast', 1400, 900],
  ];
  for (const [name, theme, width, height] of looks)
    test(`are tinted: ${name}`, async () => {
      await workbench.page.setViewportSize({ width, height });
      await workbench.chooseTheme(theme);
      await marked(workbench.editor, 'I look it up.');
      await workbench.screenshot(`model-answer-${name}`);
    });
});
