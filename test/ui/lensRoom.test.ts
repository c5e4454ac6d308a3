import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { openWorkbench, until, type Workbench } from './harness.ts';

const response = `\`\`\`json
{
  "thought": "Player 3 asked Player 1 about the night twice. That is what a seer would do.",
  "speak": "I say we eliminate \\"Player 3\\" tonight.",
  "finish_discussion": true
}
\`\`\``;
const line = JSON.stringify({
  thought: 'Player 3 asked Player 1 about the night twice.',
  speak: 'I say we eliminate Player 3, who has been so quiet since the day began.',
  finish_discussion: true,
});
/** Two splits that are both longer than a row, one beside the other. */
const both = {
  type: 'MarkdownJsonDictParser',
  content_hint: { speak: 'what you say', reason: 'why you say it' },
  keys_to_content: 'speak',
  keys_to_memory: 'speak',
  keys_to_metadata: ['reason'],
};
const long = JSON.stringify({
  speak: 'I say we eliminate Player 3, who has been so quiet since the day began.',
  reason: 'Nobody who was at the table said a word of it.',
});
const broken = '[THOUGHT]Who could it be?[/THOUGHT]\n[SPEAK]I have no idea.\n[SUSPECTS][][/SUSPECTS]';

/** Half a letter that VS Code leaves behind a row. */
const padding = 7;

suite('lenses beside a preview, with the minimap', () => {
  let workbench: Workbench;
  suiteSetup(async () => {
    workbench = await openWorkbench({ settings: { 'files.autoSave': 'off' } });
    await writeFile(join(workbench.workspace, 'both.parser.json'), JSON.stringify(both));
  });
  suiteTeardown(() => workbench?.close());
  teardown(async () => {
    await workbench.runCommand('View: Close All Editors');
  });

  const leftOf = async (part: Locator) => (await part.boundingBox())!.x;
  /** Waits until a row of lenses says `title` and every row ends before the minimap: VS Code shows at first what it had before. */
  const areWhole = (title: string) =>
    until(`${title}, and whole rows`, async () => {
      if (!(await workbench.lenses()).flat().includes(title)) return false;
      const { editor } = workbench;
      const limit = await leftOf(editor.locator('.minimap').first());
      for (const row of await editor.locator('.codelens-decoration').all()) {
        const box = (await row.boundingBox({ timeout: 1000 }))!;
        const text = (await row.innerText({ timeout: 1000 })).replace(/\n/g, '');
        const end = box.x + box.width;
        assert.ok(end - padding <= limit, `${text} ends at ${end}, the text at ${limit}`);
      }
      return true;
    });
  const parse = async (file: string, text: string, parser: string) => {
    await workbench.openFile(file);
    await workbench.selectText(text);
    await workbench.chooseForSelection('Parse Selection with Parser…');
    await workbench.pick(parser);
  };

  // `own`: the letters of a value that has a row of its own; `all`: those of all values of an answer on one line.
  for (const [width, height, own, all] of [
    [1400, 900, 40, 30],
    [1000, 700, 15, 15],
  ] as const)
    test(`every row is whole at ${width} × ${height}, values first: definitions, an answer, an error`, async () => {
      await workbench.page.setViewportSize({ width, height });
      await workbench.openFile('werewolf.parser.json');
      await workbench.runCommand('ParserLens: Preview Format Instruction');
      await workbench.webview('Format Instruction');
      await workbench.focusEditor();
      await areWhole('3/3 pass');
      await areWhole('Evaluate…');
      await workbench.picture(`room-definitions-${width}`);
      await parse('responses/wolf-discussion.md', response, 'wolf discussion');
      await areWhole('metadata true');
      // How much room a row has is known a moment after the first row is there.
      await until('the value in its room', async () => {
        const said = (await workbench.lenses()).flat().find(title => title.includes('I say we eliminate')) ?? '';
        return said.slice(said.indexOf('"')).length >= own;
      });
      await workbench.picture(`room-answer-${width}`);
      await writeFile(join(workbench.workspace, 'responses', `line-${width}.md`), `${line}\n`);
      await parse(`responses/line-${width}.md`, line, 'wolf discussion');
      await until('the values', async () => (await workbench.lenses()).flat().some(title => title.includes('I say')));
      await areWhole('✓');
      const values = (await workbench.lenses()).flat().filter(title => /I say|\btrue\b/.test(title));
      const together = values.map(title => title.replace(/^(?:content|memory|metadata|, )+ /, '')).join('');
      assert.ok(values.length === 2 && together.length >= all, values.join(' | '));
      await workbench.picture(`room-line-${width}`);
      await writeFile(join(workbench.workspace, 'responses', `long-${width}.md`), `${long}\n`);
      await parse(`responses/long-${width}.md`, long, 'both');
      await until('both values', async () => /I say.*Nobody/s.test((await workbench.lenses()).flat().join('\n')));
      await areWhole('✓');
      await workbench.picture(`room-long-${width}`);
      await parse('responses/broken.md', broken, 'day discussion');
      // Until the cause is known, the framework's words stand there.
      await until('the cause', async () => (await workbench.lenses()).flat()[0]?.startsWith('✗ missing tag'));
      await areWhole('Feedback');
      await workbench.picture(`room-error-${width}`);
    });

  test('the row of engines: above definitions and models, in all that an editor has', async () => {
    // VS Code moves a row to its key only some time after both are there.
    const beginsAtKey = () =>
      until('the row at its key', async () => {
        const { editor } = workbench;
        const row = await leftOf(editor.locator('.codelens-decoration', { hasText: 'SGLang' }).first());
        const names = await editor.locator('.view-line span span', { hasText: /^"response_template"$/ }).all();
        const key = Math.min(...(await Promise.all(names.map(leftOf))));
        return row >= key - 1;
      });
    for (const [width, height, theme] of [
      [1400, 900, 'Light Modern'],
      [1000, 700, 'Dark Modern'],
      [1400, 900, 'Default High Contrast'],
    ] as const) {
      await workbench.page.setViewportSize({ width, height });
      await workbench.chooseTheme(theme);
      await workbench.openFile('openModel.parser.json');
      await workbench.runCommand('ParserLens: Preview Format Instruction');
      await workbench.webview('Format Instruction');
      await workbench.focusEditor();
      const engines = async () => (await workbench.lenses()).flat().find(title => /SGLang/.test(title)) ?? '';
      const wanted = width > 1000 ? /^serve loses .*SGLang ✗$/ : /SGLang ✗$/;
      // The page tells its width after the window has it.
      await until('the row of engines in its room', async () => wanted.test(await engines()));
      await areWhole('Evaluate…');
      await workbench.picture(`room-engines-definition-${width}-${theme}`);
      await beginsAtKey();
      await workbench.runCommand('View: Close All Editors');
      await workbench.openFile('smallModel/tokenizer_config.json');
      await workbench.runCommand('ParserLens: Preview Chat Template');
      await workbench.webview('Chat Template');
      await workbench.focusEditor();
      await until('the row of engines', engines);
      await areWhole('Parse…');
      await workbench.picture(`room-engines-model-${width}-${theme}`);
      await beginsAtKey();
      await workbench.runCommand('View: Close All Editors');
    }
  });
});
