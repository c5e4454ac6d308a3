// The README's pictures: the previews of an instruction, of a parser in Python and of a conversation, the lenses of a response, and an evaluation,
// light and dark.
import { writeEvaluated } from './evaluationFixture.ts';
import { openWorkbench, type Theme, until, type Workbench } from './harness.ts';

const folder = 'media/screenshots';

const themes: readonly (readonly [string, Theme])[] = [
  ['light', 'Light Modern'],
  ['dark', 'Dark Modern'],
];

const response = `Let me think about who is the most dangerous player tonight.

\`\`\`json
{
  "thought": "Player 3 asked Player 1 about the night twice. That is what a seer would do.",
  "speak": "I say we eliminate \\"Player 3\\" tonight.",
  "finish_discussion": true
}
\`\`\``;

async function preview(workbench: Workbench, suffix: string): Promise<void> {
  await workbench.openFile('werewolf.parser.json');
  await workbench.runCommand('ParserLens: Preview Format Instruction');
  const page = await workbench.webview('Format Instruction');
  await page.getByText('what you thought').first().waitFor();
  await page
    .getByText(/\d+ tokens/)
    .first()
    .waitFor();
  await workbench.runCommand('View: Show ParserLens');
  // The list has the whole side bar: there are more files than rows beside the Parse Result.
  await workbench.page.locator('.pane-header[aria-label^="Parse Result"]').click();
  const rows = workbench.page.locator('.pane-body .monaco-list-row');
  await rows.filter({ hasText: 'werewolf' }).first().locator('.monaco-tl-twistie').click();
  await rows.filter({ hasText: 'wolf discussion' }).first().waitFor();
  const header = workbench.page.locator('.pane-header[aria-label^="Parsers"]');
  await until('all verdicts', async () => /(\d+)\/\1 samples/.test((await header.textContent()) ?? ''));
  // The rows follow the count.
  await rows
    .filter({ hasText: /^werewolf\s*6\/6/ })
    .first()
    .waitFor();
  await until(
    'no row without verdicts',
    async () => (await rows.filter({ hasText: /^[a-zA-Z2]+\s*0\// }).count()) === 0,
  );
  await workbench.page.locator('.tab', { hasText: 'werewolf.parser.json' }).click();
  await until('the lens', async () => (await workbench.lenses()).flat().some(title => title.includes('3/3 pass')));
  await workbench.screenshot(`preview-${suffix}`, folder);
  await workbench.page.locator('.pane-header[aria-label^="Parse Result"]').click();
  await workbench.runCommand('View: Show Explorer');
  await workbench.runCommand('View: Close All Editors');
}

async function source(workbench: Workbench, suffix: string): Promise<void> {
  // All pictures together must be small enough for the page of the packaged README.
  await workbench.page.setViewportSize({ width: 1280, height: 600 });
  await workbench.openFile('agent.py');
  await until('the lenses', async () => (await workbench.lenses()).flat().some(title => title.includes('tokens')));
  await workbench.selectText('MarkdownJsonDictParser(');
  await workbench.page.keyboard.press('ArrowRight');
  await workbench.runCommand('ParserLens: Preview Format Instruction');
  const page = await workbench.webview('Format Instruction');
  await page.getByText('Player 2').first().waitFor();
  await workbench.screenshot(`source-${suffix}`, folder);
  await workbench.runCommand('View: Close All Editors');
  await workbench.page.setViewportSize({ width: 1280, height: 640 });
}

async function lenses(workbench: Workbench, suffix: string): Promise<void> {
  await workbench.openFile('responses/wolf-discussion.md');
  await workbench.selectText(response);
  await workbench.chooseForSelection('Parse Selection with Parser…');
  await workbench.pick('wolf discussion');
  await until('the lenses', async () => (await workbench.lenses()).flat().some(title => title.startsWith('metadata')));
  // The selection hides the tints.
  await workbench.page.keyboard.press('ArrowRight');
  const status = workbench.page.locator('.statusbar');
  await until('nothing is selected', async () => !/\d selected/.test((await status.textContent()) ?? ''));
  await workbench.screenshot(`lenses-${suffix}`, folder);
  await workbench.runCommand('View: Close All Editors');
}

async function conversation(workbench: Workbench, suffix: string): Promise<void> {
  await workbench.page.setViewportSize({ width: 1280, height: 800 });
  await workbench.openFile('library.messages.json');
  await workbench.runCommand('ParserLens: Preview Conversation');
  const page = await workbench.webview('Conversation');
  await page.getByText('126 of 156 tokens').waitFor();
  await page.getByText('dropped in step 2').first().waitFor();
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await workbench.page.locator('.tab', { hasText: 'library.messages.json' }).first().click();
  await until('the lenses', async () => (await workbench.lenses()).flat().some(title => title.endsWith('· dropped')));
  await workbench.screenshot(`conversation-${suffix}`, folder);
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await workbench.runCommand('View: Close All Editors');
  await workbench.page.setViewportSize({ width: 1280, height: 640 });
}

async function evaluation(workbench: Workbench, suffix: string): Promise<void> {
  await workbench.page.setViewportSize({ width: 1280, height: 800 });
  await writeEvaluated(workbench.workspace);
  await workbench.openFile('triage.jsonl');
  await workbench.runCommand('ParserLens: Evaluate Definition over a Log…');
  // The list is sorted anew once it is known what reads the rows: a click before that may meet another one.
  await workbench.page.locator('.quick-input-list').getByText('reads the first rows').first().waitFor();
  await workbench.pick('triage');
  const page = await workbench.webview('Evaluation');
  await page.getByText('2,760 ok').waitFor();
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await page.getByRole('button', { name: 'Compare with…' }).click();
  await workbench.page.locator('.quick-input-list .monaco-list-row').first().waitFor();
  await workbench.pick('loose');
  await page.getByRole('button', { name: /^worse/ }).click();
  await page.getByText('60 of 3,000 rows').waitFor();
  await workbench.screenshot(`evaluation-${suffix}`, folder);
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await workbench.runCommand('View: Close All Editors');
  await workbench.page.setViewportSize({ width: 1280, height: 640 });
}

async function main(): Promise<void> {
  for (const [suffix, theme] of themes) {
    const workbench = await openWorkbench({ theme });
    try {
      await workbench.page.setViewportSize({ width: 1280, height: 640 });
      // At its start the newest VS Code takes no theme from the settings.
      await workbench.runCommand('Preferences: Color Theme');
      await workbench.pick(theme);
      await preview(workbench, suffix);
      await source(workbench, suffix);
      await conversation(workbench, suffix);
      await lenses(workbench, suffix);
      // Last, as its definition would stand in the list of the others' pictures.
      await evaluation(workbench, suffix);
    } catch (error) {
      await workbench.screenshot('screenshots-failed');
      throw error;
    } finally {
      await workbench.close();
    }
  }
}

main().then(
  () => process.exit(0),
  error => {
    console.error(error);
    process.exit(1);
  },
);
