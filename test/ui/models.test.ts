import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { openWorkbench, type Theme, until, type Workbench } from './harness.ts';

const textOf = async (element: Locator) => (await element.allInnerTexts()).join('\n');

suite('Preview and Round Trip of a model’s templates', () => {
  let workbench: Workbench;
  let frame: Frame;
  const prompt = () => textOf(frame.locator('.prompt .text'));
  const control = (label: string) =>
    frame.locator('.controls label', { has: frame.getByText(label, { exact: true }) }).locator('select, input');
  const shows = (what: RegExp) => until(String(what), async () => what.test(await prompt()));

  suiteSetup(async () => {
    workbench = await openWorkbench();
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    await workbench.openFile('smallModel/chat_template.jinja');
    await workbench.runCommand('ParserLens: Preview Chat Template');
    frame = await workbench.webview('Chat Template');
    await frame.locator('.prompt').waitFor();
  });
  suiteTeardown(() => workbench?.close());
  teardown(async function () {
    if (this.currentTest?.state === 'failed')
      await workbench.screenshot(`failed-${this.currentTest.title.slice(0, 12)}`);
  });

  test('the prompt has tools, calls and results; controls change it, and what changed is marked', async () => {
    await shows(/"get_weather"[\s\S]*<think>They want two cities[\s\S]*<tool_call>[\s\S]*<\|result\|>/);
    await until('tokens', async () => /\d+ tokens/.test(await textOf(frame.locator('.counts'))));
    assert.match(await textOf(frame.locator('.generation')), /21 is more than 19/);
    await control('enable_thinking').selectOption('true');
    await shows(/<\|assistant\|>\s*<think>\s*$/);
    await until('the change', async () => (await textOf(frame.locator('ins'))) === '<think>');
    assert.match(await textOf(frame.locator('.changes')), /^Changes since the last choice: 1$/);
    await workbench.screenshot('models-prompt');
    await control('Tools').uncheck();
    await until('no tools', async () => !/You have these tools/.test(await prompt()));
    await until('what is gone', async () => (await frame.locator('.removed, ins').count()) > 0);
    await control('Generation prompt').uncheck();
    await until('no generation prompt', async () => !/<think>\s*$/.test(await prompt()));
    await control('Conversation').selectOption({ label: 'library.messages.json' });
    await shows(/nearest library/);
  });

  test('a line’s number leads to the template; arrow keys move between them; an edit is followed', async () => {
    const first = frame.locator('button.from').first();
    await first.focus();
    await first.press('ArrowDown');
    const second = frame.locator('button.from:focus');
    const line = Number(await second.innerText());
    await second.press('Enter');
    await until('the cursor', async () =>
      new RegExp(`Ln ${line},`).test(await textOf(workbench.page.locator('[id="status.editor.selection"]'))),
    );
    await workbench.selectText('user');
    await workbench.page.keyboard.type('human');
    await shows(/<\|human\|>/);
    await workbench.selectText('endfor');
    await workbench.page.keyboard.type('endfr');
    await until('what it raises', async () =>
      /TemplateSyntaxError.*Encountered unknown tag 'endfr'/.test(await textOf(frame.locator('.broken'))),
    );
    assert.match(await prompt(), /<\|human\|>/);
    await workbench.selectText('endfr');
    await workbench.page.keyboard.type('endfor');
    await until('the prompt again', async () => (await frame.locator('.broken, .last-good').count()) === 0);
  });

  test('the round trip: messages, what differs with both texts, and training’s checks', async () => {
    await frame.getByRole('tab', { name: 'Prompt' }).press('ArrowRight');
    await until('own messages', async () =>
      /library\.messages\.json: message \d+/.test(await textOf(frame.locator('.trips'))),
    );
    await control('Conversation').selectOption({ label: 'Built in' });
    await until('all', async () => /^\d+ of 15 messages come back/.test(await textOf(frame.locator('.summary'))));
    const padded = frame.locator('details', { hasText: 'padded content' });
    await padded.locator('summary').press('Enter');
    assert.match(await textOf(padded.locator('tbody')), /content\s+" {2}two[\s\S]*"two/);
    assert.match(await textOf(padded), /What the model would have written/);
    assert.match(await textOf(frame.locator('.checks')), /Generation marks/);
  });

  const looks: readonly (readonly [name: string, theme: Theme, width: number, height: number])[] = [
    ['light', 'Light Modern', 1400, 900],
    ['narrow', 'Dark Modern', 1000, 700],
    ['contrast', 'Default High Contrast', 1400, 900],
  ];
  for (const [name, theme, width, height] of looks)
    test(`fits its column: ${name}`, async () => {
      await workbench.page.setViewportSize({ width, height });
      await workbench.chooseTheme(theme);
      const page = 'document.documentElement';
      for (const tab of ['Round Trip', 'Prompt']) {
        await frame.getByRole('tab', { name: tab }).click();
        await frame.locator(tab === 'Prompt' ? '.prompt' : '.trips').waitFor();
        await workbench.screenshot(`models-${name}-${tab === 'Prompt' ? 'prompt' : 'trip'}`);
        assert.ok(await frame.evaluate(`${page}.scrollWidth <= ${page}.clientWidth`));
      }
    });

  test('it comes back after a reload as it was', async () => {
    await control('enable_thinking').selectOption('false');
    await workbench.reload();
    frame = await workbench.webview('Chat Template');
    await frame.locator('.prompt').waitFor();
    assert.equal(await control('enable_thinking').inputValue(), 'false');
    assert.equal(await control('Tools').isChecked(), false);
  });
});
