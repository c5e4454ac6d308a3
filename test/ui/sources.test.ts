import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { openWorkbench, until, type Workbench } from './harness.ts';

const prompts = 'SPEAK = {\n    "speak": "what you say",\n}\n';
const agent = `import os
from agentscope.parsers import MarkdownJsonDictParser
from prompts import SPEAK


class Agent:
    def __init__(self):
        self.parser = MarkdownJsonDictParser(
            content_hint={"thought": "what you think", **SPEAK},
        )


part = MarkdownJsonDictParser({"team": os.environ["TEAM"]})
`;

const cell = (source: string) => ({ cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source });
const notebook = JSON.stringify({
  cells: [
    cell('import json'),
    cell('import os\nfrom agentscope.parsers import MarkdownJsonDictParser\nMOVE = "your move"'),
    cell('move = MarkdownJsonDictParser({"move": MOVE}, required_keys=["move"])'),
    cell('late = MarkdownJsonDictParser({"move": MOVE, "when": os.environ.get("NOBODY_SET_THIS", "noon")})'),
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
});
const hints = "export const WHO = 'the player who is out';\n";
const script = `import { StructuredOutputParser } from '@langchain/core/output_parsers';
import { z } from 'zod';
import { WHO } from './hints';

export const vote = StructuredOutputParser.fromZodSchema(
  z.object({ player: z.string().describe(WHO) }),
);
export const open = StructuredOutputParser.fromZodSchema(
  z.object({ table: z.string().describe(process.env.TABLE ?? '') }),
);
`;

suite('sources', () => {
  let workbench: Workbench;
  let frame: Frame;
  const instruction = () => frame.locator('pre.instruction').textContent();
  const shows = (part: string) => until(part, async () => (await instruction())?.includes(part));

  let framework: string;

  suiteSetup(async () => {
    framework = await mkdtemp(join(tmpdir(), 'parserlens-framework-'));
    const interpreter = join(framework, 'python');
    await mkdir(join(framework, 'agentscope'));
    await writeFile(join(framework, 'agentscope/__init__.py'), '');
    await writeFile(
      join(framework, 'agentscope/parsers.py'),
      'class MarkdownJsonDictParser:\n    def __init__(self, content_hint=None, required_keys=None):\n        pass\n',
    );
    await writeFile(interpreter, `#!/bin/sh\nPYTHONPATH='${framework}' exec python3 "$@"\n`);
    await chmod(interpreter, 0o755);
    workbench = await openWorkbench({ settings: { 'files.autoSave': 'off' } });
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await mkdir(join(workbench.workspace, '.vscode'), { recursive: true });
    const settings = JSON.stringify({ 'parserlens.python.interpreter': interpreter });
    await writeFile(join(workbench.workspace, '.vscode/settings.json'), settings);
    await writeFile(join(workbench.workspace, 'prompts.py'), prompts);
    await writeFile(join(workbench.workspace, 'agent.py'), agent);
    await writeFile(join(workbench.workspace, 'hints.ts'), hints);
    await writeFile(join(workbench.workspace, 'vote.ts'), script);
  });
  suiteTeardown(async () => {
    await workbench?.close();
    await rm(framework, { recursive: true, force: true });
  });

  test('from a call in Python to its preview, its holes, and to the literal in the file that it imports @main', async () => {
    const { page } = workbench;
    await workbench.openFile('agent.py');
    await until('lenses above both calls', async () => {
      const lines = (await workbench.lenses()).filter(titles => titles.includes('Preview'));
      return (
        lines.length === 2 && lines[1]!.includes('partly known') && lines[0]!.some(title => /^\d+ tokens$/.test(title))
      );
    });
    await workbench.selectText('"thought"');
    await page.keyboard.press('Control+K');
    await page.keyboard.press('v');
    frame = await workbench.webview('Format Instruction');
    await shows('"speak": "what you say"');
    assert.equal(await frame.locator('.unknown').count(), 0);
    await workbench.picture('source-preview');

    await frame.locator('pre.instruction .own', { hasText: 'what you say' }).first().click();
    await page.locator('.tab.active[data-resource-name="prompts.py"]').waitFor();
    await workbench.editor.locator('.selected-text').first().waitFor();
    await workbench.selectText('what you say');
    await page.keyboard.type('all that you say');
    await shows('"speak": "all that you say"');

    await workbench.openFile('agent.py');
    await workbench.selectText('os.environ');
    await shows('⟨content_hint.team⟩');
    assert.deepEqual(await frame.locator('pre.instruction .hole').allTextContents(), ['⟨content_hint.team⟩']);
    assert.match((await frame.locator('.unknown li').textContent()) ?? '', /^content_hint\.team .*agent\.py:13$/);
    await workbench.picture('source-hole');
  });

  test('from a call in TypeScript to the literal of a description, and why Python cannot be asked', async () => {
    const { page } = workbench;
    await workbench.openFile('vote.ts');
    await workbench.selectText('describe(WHO)');
    await shows('the player who is out');
    await frame.locator('pre.instruction .own', { hasText: 'the player who is out' }).first().click();
    await page.locator('.tab.active[data-resource-name="hints.ts"]').waitFor();
    await workbench.editor.locator('.selected-text').first().waitFor();
    await workbench.openFile('vote.ts');
    await workbench.selectText('process');
    await until('why', async () =>
      /only Python can be asked/.test((await frame.locator('.unknown').textContent()) ?? ''),
    );
    assert.equal(await frame.locator('.unknown button', { hasText: 'Ask Python' }).count(), 0);
    await shows('⟨schema.properties.table.description⟩');
    assert.equal(
      await frame.locator('pre.instruction .hole').getAttribute('data-begin'),
      'known only when the program runs:',
    );
  });

  test('a cell of a notebook has its parser’s lenses, problem and preview; its sample gets a file, and Python is asked', async () => {
    const { page, workspace } = workbench;
    await writeFile(join(workspace, 'game.ipynb'), notebook);
    // What it opens has other editors than one of a file.
    await workbench.untilShown(page.locator('.tab.active[data-resource-name="game.ipynb"]'), async () => {
      // Files are searched once per opening.
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+P');
      await page.locator('.quick-input-widget input[type=text]').first().fill('game.ipynb');
      await page
        .locator('.quick-input-list .monaco-list-row[aria-label^="game.ipynb"]')
        .first()
        .click({ timeout: 3000 });
    });
    const cells = page.locator('.code-cell-row');
    const [first, call, late] = [1, 2, 3].map(i => cells.nth(i)) as [Locator, Locator, Locator];
    const lens = (of: Locator, title: string) => of.locator('.codelens-decoration a', { hasText: title });
    await lens(call, 'Preview').waitFor();
    await late.locator('.codelens-decoration', { hasText: 'partly known' }).waitFor();
    await late.locator('.squiggly-info').first().waitFor();
    assert.equal(await lens(first, 'Preview').count(), 0);

    await lens(call, 'Preview').click();
    frame = await workbench.webview('Format Instruction');
    await shows('"move": "your move"');
    await first.locator('.view-line', { hasText: 'your' }).getByText('your').dblclick();
    await page.keyboard.type('the next');
    await shows('"move": "the next move"');
    await workbench.picture('source-notebook');

    await lens(late, 'Preview').click();
    await shows('⟨content_hint.when⟩');
    await page.keyboard.press('Control+S');
    // Though the cursor stands before the call.
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await lens(late, 'Ask Python').click();
    await shows('"when": "noon"');
    await late.locator('.codelens-decoration', { hasText: 'asked Python' }).waitFor();

    // The browser asks no one whether the clipboard may be read.
    await page.context().grantPermissions(['clipboard-read']);
    await lens(call, 'Add Sample').click();
    await workbench.pick('An empty sample');
    await until('the file of the samples', async () => {
      const { parsers } = JSON.parse(await readFile(join(workspace, 'game.parser.json'), 'utf8'));
      return parsers.move.source === 'game.ipynb#move' && parsers.move.samples.length === 1;
    });
  });
});
