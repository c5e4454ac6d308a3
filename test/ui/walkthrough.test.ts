import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkbench, until, type Workbench } from './harness.ts';

const steps = ['definition', 'preview', 'response', 'parsed', 'sample'] as const;

suite('the walkthrough, from an empty folder by keyboard', () => {
  let workbench: Workbench;
  let folder: string;

  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-empty-'));
    const settings = { 'editor.minimap.enabled': false };
    workbench = await openWorkbench({ folder, settings });
    await workbench.page.setViewportSize({ width: 1600, height: 1000 });
  });
  suiteTeardown(async () => {
    await workbench?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const stepId = (step: string) => `parserlens.parserlens#start#${step}`;

  /** Opens the walkthrough and says which steps are checked off. */
  const done = async () => {
    await workbench.page.keyboard.press('Control+0');
    await workbench.page.locator('.part.sidebar:focus-within').first().waitFor();
    await workbench.runCommand('ParserLens: Open Walkthrough');
    const boxes = workbench.page.locator('[data-done-step-id^="parserlens.parserlens#start#"]');
    await until('the five steps', async () => (await boxes.count()) >= steps.length);
    // VS Code 1.100 leaves the focus where it was when the page is open already.
    const focused = workbench.page.locator('.getting-started-step:focus').first();
    await focused.waitFor({ timeout: 3000 }).catch(() => undefined);
    const checked: string[] = [];
    for (const step of steps) {
      const box = workbench.page.locator(`[data-done-step-id="${stepId(step)}"]`).first();
      if ((await box.getAttribute('aria-checked')) === 'true') checked.push(step);
    }
    return checked;
  };

  const isDone = async (expected: readonly string[]) => {
    // What comes up by itself, such as the results of a run, may close the Command Palette: then it is opened again.
    workbench.page.setDefaultTimeout(5000);
    await until(`done: ${expected}`, async () => assert.deepEqual(await done(), expected) ?? true);
    workbench.page.setDefaultTimeout(30_000);
  };

  /** Presses Tab until something has the focus. */
  const tabTo = async (selector: string, text = '') => {
    const focused = workbench.page.locator(`${selector}:focus`, { hasText: text });
    for (let i = 0; i < 60; i++) {
      if ((await focused.count()) > 0) return;
      await workbench.page.keyboard.press('Tab');
    }
    throw new Error(`${selector} ${text} does not get the focus`);
  };

  /** Lets a step say when the page has focused it: that comes a moment after it was opened, and would close a list that opened meanwhile. */
  const markFocus = (place: string) =>
    workbench.page.evaluate(`{
      const step = document.querySelector(${JSON.stringify(place)});
      const focus = step.focus.bind(step);
      step.focus = () => { focus(); step.dataset.focused = 'yes'; };
    }`);

  /** Opens a step and presses one of its buttons. */
  const press = async (step: (typeof steps)[number], button: string) => {
    await done();
    const place = `[data-step-id="${stepId(step)}"]`;
    if ((await workbench.page.locator(`${place}.expanded`).count()) === 0) {
      await tabTo(place);
      await markFocus(place);
      await workbench.page.keyboard.press('Enter');
      await workbench.page.locator(`${place}.expanded[data-focused]`).waitFor();
    }
    await workbench.picture(`walkthrough-${step}`);
    await tabTo(`${place} .monaco-button`, button);
    await workbench.page.keyboard.press('Enter');
  };

  const tab = (name: string) => workbench.page.locator('.tab.active', { hasText: name }).first();

  test('the Parsers view says how to begin', async () => {
    await workbench.runCommand('View: Show ParserLens');
    await workbench.page.getByRole('button', { name: 'New Parser Definition…' }).first().waitFor();
    await workbench.picture('parsers-empty');
  });

  test('nothing is done yet', () => isDone([]));

  test('1: a new definition', async () => {
    await press('definition', 'New Parser Definition…');
    await tab('New Parser Definition').waitFor();
    await (await workbench.webview('New Parser Definition')).getByText('What is written').waitFor();
    // A busy VS Code focuses the walkthrough once more, a moment after it was opened: the keys are for the question.
    const question = workbench.page.locator('.quick-input-widget input.input');
    await question.press('Enter');
    await workbench.page.locator('.quick-input-widget', { hasText: '(2/2)' }).waitFor();
    await question.fill('night');
    await question.press('Enter');
    await tab('night.parser.json').waitFor();
    await workbench.webview('Format Instruction');
    await isDone(['definition']);
  });

  test('2: an edit that is seen in the preview', async () => {
    await press('preview', 'Edit with Preview');
    await tab('night.parser.json').waitFor();
    // What is to be overtyped first is not part of the instruction, and is seen above it.
    await workbench.selectText('What the agent answers in each turn');
    await workbench.page.keyboard.type('What is said aloud');
    const page = await workbench.webview('Format Instruction');
    await page.getByText('What is said aloud').first().waitFor();
    await isDone(['definition', 'preview']);
  });

  test('3: an answer', async () => {
    await press('response', 'Open Example Response');
    await workbench.editor.getByText('what you say to the user').first().waitFor();
    await isDone(['definition', 'preview', 'response']);
  });

  test('4: it is parsed', async () => {
    await press('parsed', 'Parse the Answer…');
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'night' }).first().waitFor();
    await workbench.page.keyboard.press('Enter');
    await until('the lenses', async () => (await workbench.lenses()).flat().some(title => title.startsWith('content')));
    await workbench.picture('walkthrough-lenses');
    await isDone(['definition', 'preview', 'response', 'parsed']);
  });

  test('5: it is kept as a sample, and run', async () => {
    await press('sample', 'Save as Sample');
    await workbench.page.locator('.quick-input-widget', { hasText: 'Save as Sample of night' }).waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.pick('In the Definition');
    await until('the sample', async () => (await workbench.notifications()).some(text => text.includes('sample 1')));
    await isDone(['definition', 'preview', 'response', 'parsed']);
    await press('sample', 'Run Samples');
    await workbench.page.locator('.test-explorer .codicon-testing-passed-icon').first().waitFor();
    await isDone(['definition', 'preview', 'response', 'parsed', 'sample']);
    await workbench.picture('walkthrough-done');
  });

  test('the definition is saved where it was meant to be', async () => {
    await press('preview', 'Edit with Preview');
    await tab('night.parser.json').waitFor();
    await workbench.focusEditor();
    await workbench.page.keyboard.press('Control+S');
    const file = join(workbench.workspace, 'night.parser.json');
    const text = await until('the file', () => readFile(file, 'utf8'));
    assert.match(text, /What is said aloud[\s\S]*"sample 1"/);
  });
});

suite('the walkthrough, opened when something is done already', () => {
  let workbench: Workbench;
  let folder: string;
  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parserlens-empty-'));
    workbench = await openWorkbench({ folder });
  });
  suiteTeardown(async () => {
    await workbench?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('its first step is checked off', async () => {
    await workbench.runCommand('ParserLens: New Parser Definition…');
    await workbench.page.locator('.quick-input-widget', { hasText: '(1/2)' }).waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.quick-input-widget', { hasText: '(2/2)' }).waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.page.locator('.tab.active', { hasText: 'answer.parser.json' }).first().waitFor();
    // Its preview takes the Command Palette away that is open when it comes.
    await (await workbench.webview('Format Instruction')).getByText('what you say to the user').first().waitFor();
    await workbench.runCommand('ParserLens: Open Walkthrough');
    const box = (step: string) => `[data-done-step-id="parserlens.parserlens#start#${step}"][aria-checked="true"]`;
    await workbench.page.locator(box('definition')).first().waitFor();
    assert.equal(await workbench.page.locator(box('response')).count(), 0);
  });
});
