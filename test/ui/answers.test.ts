import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorkbench, until, type Workbench } from './harness.ts';

const messages = [
  { name: 'system', role: 'system', content: 'You play werewolf.' },
  { name: 'Ann', role: 'user', content: 'Who is it?' },
  { name: 'Bob', role: 'assistant', content: '```json\n{"thought": "Hm", "vote": "Ann"}\n```' },
];

suite('answers of conversations', () => {
  let workbench: Workbench;
  const conversation = async (name: string, parser: string, all = messages) => {
    const text = JSON.stringify({ formatter: 'OpenAIChatFormatter', parser, messages: all }, null, 2);
    await writeFile(join(workbench.workspace, name), text);
    await workbench.openFile(name);
  };

  teardown(async function () {
    if (this.currentTest?.state === 'failed') await workbench.screenshot('failed-answers');
    await workbench?.close();
  });

  test('in Restricted Mode a module is not run, and the lens leads to trust', async () => {
    workbench = await openWorkbench({ trust: false });
    await conversation('own.messages.json', 'custom.parser.json');
    await until('the lens', async () => (await workbench.lenses()).flat().some(title => title.includes('not run')));
    await workbench.clickLens('not run: Restricted Mode');
    await workbench.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.openFile('own.messages.json');
    await until('another lens', async () => {
      const titles = (await workbench.lenses()).flat();
      return titles.some(title => /[✓✗⚠]/.test(title)) && !titles.some(title => title.includes('not run'));
    });
  });

  test('the instruction has a row with a bar, and leads to the reference', async () => {
    workbench = await openWorkbench({ settings: { 'parserlens.conversations.tokenCounter': 'o200k_base' } });
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await conversation('vote.messages.json', 'werewolf.parser.json#wolf vote');
    await workbench.runCommand('ParserLens: Preview Conversation');
    const frame = await workbench.webview('Conversation');
    const row = frame.getByRole('listitem').filter({ hasText: 'Instruction of wolf vote' });
    await row.waitFor();
    await until('its place', async () =>
      ((await row.textContent()) ?? '').includes('where AgentScope’s dialog agents put it'),
    );
    await row.locator('.mark.instruction').waitFor();
    assert.equal(await frame.locator('.messages li.row').count(), 4);
    await row.getByRole('button').click();
    await until('the reference', async () => (await workbench.editor.locator('.selected-text').count()) > 0);
    await workbench.picture('conversation-instruction');
    // In a conversation that is longer than the page it stays on the screen, wherever its place is.
    await workbench.runCommand('View: Close All Editors');
    await workbench.page.setViewportSize({ width: 1000, height: 700 });
    await workbench.chooseTheme('Light Modern');
    const turns = Array.from({ length: 60 }, (_, i) => ({ ...messages[1 + (i % 2)]! }));
    await conversation('long.messages.json', 'werewolf.parser.json#wolf vote', [messages[0]!, ...turns]);
    await workbench.runCommand('ParserLens: Preview Conversation');
    const long = await workbench.webview('Conversation');
    const last = long.locator('li.row.instruction[aria-posinset="62"]');
    await last.waitFor();
    const scroll = long.locator('.scroll');
    for (const top of [0, 300, 100_000]) {
      await scroll.evaluate(`element => element.scrollTo(0, ${top})`);
      await until(`the instruction at ${top}`, async () => {
        const [page, box] = [(await scroll.boundingBox())!, (await last.boundingBox())!];
        return box.y >= page.y && box.y + box.height <= page.y + page.height + 1;
      });
      await workbench.picture(`conversation-long-${top}`);
    }
  });
});
