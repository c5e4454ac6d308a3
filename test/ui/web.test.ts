import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Frame } from 'playwright-core';
import { claimedSizes, webFolder } from '../run/webServer.mjs';
import { lyingTables } from '../unit/portable/formats/lyingTables.ts';
import { writeEvaluated } from './evaluationFixture.ts';
import { until, type Workbench } from './harness.ts';
import { examples, openWebWorkbench, type WebWorkbench, wordTokenizer } from './webHarness.ts';

const response = `{
  "thought": "Player 3 asked Player 1 about the night twice. That is what a seer would do.",
  "speak": "I say we eliminate \\"Player 3\\" tonight.",
  "finish_discussion": true
}`;

const guest = `{
  "type": "MarkdownJsonDictParser",
  "content_hint": { "speak": "what you say" },
  "keys_to_content": "speak",
  "samples": [
    { "name": "passes", "text": "{\\"speak\\": \\"hello\\"}", "expect": { "content": "hello" } },
    { "name": "other words", "text": "{\\"speak\\": \\"hello\\"}", "expect": { "content": "goodbye" } }
  ]
}
`;

/** A schema of thirty levels, each of which names the next one twice: written out it would be a thousand million. */
function bomb() {
  const $defs = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => {
      const next = { $ref: `#/$defs/d${i + 1}` };
      return [`d${i}`, { type: 'object', properties: { a: next, b: next } }];
    }),
  );
  return { $defs: { ...$defs, d30: { type: 'string' } }, $ref: '#/$defs/d0' };
}

/** In Restricted Mode at first, one window for all: what needs no process works, without a request to anywhere. */
suite('in a browser, on a virtual file system', () => {
  let web: WebWorkbench;
  let workbench: Workbench;
  let log = '';
  const shows = (part: string) =>
    until(part, async () => {
      const titles = (await workbench.lenses()).flat();
      if (titles.some(title => title.includes(part))) return true;
      throw new Error(titles.join('\n'));
    });
  const copied = (what: RegExp) =>
    until(String(what), async () => {
      const text = await workbench.page.evaluate<string>('navigator.clipboard.readText()');
      return what.test(text) ? text : undefined;
    });
  const parseWith = async (name: string) => {
    await workbench.chooseForSelection('Parse Selection with Parser…');
    await workbench.pick(name);
  };

  suiteSetup(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parserlens-evaluated-'));
    await writeEvaluated(folder);
    log = await readFile(join(folder, 'triage.jsonl'), 'utf8');
    const triage = await readFile(join(folder, 'aTriage.parser.json'));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    const rows = log.repeat(34).split('\n').slice(0, 100_000).join('\n');
    const files = { ...examples(), 'guest.parser.json': guest, 'aTriage.parser.json': triage, 'triage.jsonl': rows };
    web = await openWebWorkbench({ trust: false, files });
    workbench = web.workbench;
  });
  suiteTeardown(() => workbench?.close());
  teardown(async function () {
    if (this.currentTest?.state === 'failed')
      await workbench.screenshot(`failed-web-${this.currentTest.title.slice(0, 16)}`);
    assert.deepEqual(web.faults(), []);
  });

  test('a tokenizer that a conversation names waits for trust, says so, and counts as soon as it is granted', async () => {
    web.write('own/tokenizer.json', JSON.stringify(wordTokenizer()));
    web.write('own/chat_template.jinja', '{{ messages[0].content }}');
    const counter = { type: 'HuggingFaceTokenCounter', pretrained_model_name_or_path: `${webFolder}/own` };
    const messages = [{ name: 'Ann', role: 'user', content: 'be kind' }];
    web.write(
      'own.messages.json',
      JSON.stringify({ formatter: 'DeepSeekChatFormatter', token_counter: counter, messages }),
    );
    await workbench.openFile('own.messages.json');
    await shows('tokenizer not loaded: this workspace is not trusted');
    await workbench.clickLens('tokenizer not loaded: this workspace is not trusted');
    await workbench.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await workbench.openFile('own.messages.json');
    await shows('2 tokens');
  });

  test('the preview has the exact text and its tokens, and follows what is typed @main', async () => {
    await workbench.openFile('werewolf.parser.json');
    await workbench.selectText('what you speak');
    await workbench.runCommand('ParserLens: Preview Format Instruction');
    const frame = await workbench.webview('Format Instruction');
    const text = () => frame.locator('pre.instruction').textContent();
    await until('the instruction', async () => (await text())?.startsWith('Respond a JSON dictionary in a markdown'));
    await until('tokens', async () =>
      /^\d+ tokens o200k_base$/.test((await frame.locator('.counts').textContent()) ?? ''),
    );
    await until('samples', async () => (await frame.locator('.samples li').count()) === 3);
    await workbench.screenshot('web-preview');
    await workbench.selectText('what you speak');
    await workbench.page.keyboard.type('what you say</script>');
    await until('what was typed', async () => (await text())?.includes('what you say</script>'));
    await workbench.runCommand('File: Revert File');
  });

  test('a selection is parsed; its lenses say what goes where, its values have their tokens @main', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('responses/wolf-discussion.md');
    await workbench.selectText(response);
    await workbench.page.getByRole('button', { name: /^53 tokens/ }).waitFor();
    await parseWith('wolf discussion');
    await shows('✓ wolf discussion · repaired');
    assert.deepEqual((await workbench.lenses()).slice(1, 3), [
      ['content, memory "I say we eliminate "Player 3" tonight."'],
      ['metadata true'],
    ]);
    await workbench.runCommand('ParserLens: Focus on Parse Result View');
    await workbench.page
      .locator('.pane-body .monaco-list-row')
      .filter({ hasText: /^thoughtgoes nowhere\s+\d+ tokens/ })
      .waitFor();
    await workbench.clickLens('content, memory');
    const hover = workbench.page.locator('.monaco-hover:not(.hidden)', { hasText: 'toContent' });
    await hover.getByText('11 tokens (o200k_base)').waitFor();
    await workbench.screenshot('web-lenses');
  });

  test('a response that does not read is diagnosed, and its parser is found', async () => {
    await workbench.openFile('responses/broken.md');
    await workbench.selectText('[THOUGHT]Who could it be?[/THOUGHT]\n[SPEAK]I have no idea.\n[SUSPECTS][][/SUSPECTS]');
    await parseWith('day discussion');
    await shows('✗ missing tag');
    await workbench.page.locator('.squiggly-error').first().waitFor();
    await workbench.clickLens('Feedback');
    await workbench.page.locator('.tab', { hasText: 'what the model is told' }).waitFor();
    await workbench.openFile('responses/broken.md');
    await workbench.runCommand('ParserLens: Copy as Issue');
    assert.match(
      await copied(/A response does not read/),
      /`day discussion`[\s\S]*I have no idea[\s\S]*TagNotFoundError[\s\S]*ParserLens \d/,
    );
    await workbench.selectText('[SPEAK]I have no idea.');
    await workbench.runCommand('ParserLens: Copy Link to This');
    const link = 'https://vscode.dev/github/acme/agents/blob/HEAD/responses/broken.md#L';
    assert.ok((await copied(/^https:/)).startsWith(link));
  });

  test('a conversation is formatted and truncated by exact counts', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('library.messages.json');
    await workbench.focusEditor();
    await workbench.page.keyboard.press('Control+K');
    await workbench.page.keyboard.press('v');
    const frame = await workbench.webview('Conversation');
    await until('the count', async () => (await frame.locator('.total').first().textContent()) === '126 of 156 tokens');
    assert.deepEqual(await frame.locator('.row s:first-child').allInnerTexts(), ['Bob', 'Alice']);
    await workbench.screenshot('web-conversation');
  });

  test('samples run in the Test Explorer; an expectation is updated, and saved where the file is', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('guest.parser.json');
    await shows('1/2 pass');
    await workbench.runCommand('Test: Run Tests in Current File');
    const row = (label: string) =>
      workbench.page.locator(`.test-explorer .monaco-list-row[aria-label^="${label}"]`).first();
    await workbench.page.locator('.activitybar [aria-label^="Testing"]').first().click();
    await until('a verdict', async () =>
      (await row('guest.parser.json').getAttribute('aria-label'))?.includes('Failed'),
    );
    await workbench.runCommand('ParserLens: Update All Failing Expectations');
    await workbench.runCommand('File: Save');
    await until('the saved file', async () => !web.read('guest.parser.json').includes('goodbye'));
  });

  test('a log of 100,000 rows is evaluated, and one that is too large is refused, with Open in Desktop', async () => {
    const evaluate = async (file: string) => {
      await workbench.openFile(file);
      await workbench.runCommand('ParserLens: Evaluate Definition over a Log…');
      await workbench.pick('triage');
    };
    await evaluate('triage.jsonl');
    const frame: Frame = await workbench.webview('Evaluation');
    const text = async (selector: string) =>
      (await frame.locator(selector).allInnerTexts()).join(' ').replace(/\s+/g, ' ').trim();
    await until('the counts', async () =>
      /^92,000 ok 2,000 suspicious 5,000 errors 1,000 without/.test(await text('.counts')),
    );
    assert.match(await text('.causes tbody'), /single-quotes JsonParsingError 1,000/);
    await frame.locator('.causes button', { hasText: 'single-quotes' }).click();
    await until('the rows', async () => /1,000 of 100,000 rows/.test(await text('.filters')));
    await workbench.screenshot('web-evaluation');
    await workbench.runCommand('View: Close All Editors');
    web.write('huge.jsonl', log.slice(0, 1000));
    await workbench.openFile('huge.jsonl');
    claimedSizes.set(`${webFolder}/huge.jsonl`, 200 * 1024 * 1024);
    await workbench.untilNotified('huge.jsonl has 200 MB', async () => {
      await workbench.runCommand('ParserLens: Evaluate Definition over a Log…');
      await workbench.pick('triage');
    });
    await workbench.page.getByRole('button', { name: 'Open in Desktop' }).first().waitFor();
  });

  test('Parquet is read in a worker of its own; a file that lies is an error', async () => {
    const evaluate = async (file: string) => {
      await workbench.runCommand('View: Close All Editors');
      await workbench.runCommand('ParserLens: Evaluate Definition over a Log…');
      await workbench.pick(file);
      await workbench.pick('guest');
      const frame: Frame = await workbench.webview('Evaluation');
      return async (what: RegExp) => {
        await until(String(what), async () =>
          what.test((await frame.locator('main').innerText()).replace(/\s+/g, ' ')),
        );
      };
    };
    const data = Array.from({ length: 3000 }, (_, i) => (i % 3 === 0 ? '{"speak": 1' : '{"speak": "hello"}'));
    const columnData = [{ name: 'response', data, type: 'STRING' as const }];
    web.write('table.parquet', new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 1000 })));
    web.write('lies.parquet', new Uint8Array(lyingTables.packedRun()));
    await (await evaluate('table.parquet'))(/2,000 ok .*1,000 errors/);
    await (await evaluate('lies.parquet'))(/This Parquet file cannot be read: /);
  });

  test('what never ends is ended, what needs a process says so, and the window lives', async () => {
    await workbench.runCommand('View: Close All Editors');
    web.write(
      'hostile.parser.json',
      JSON.stringify({
        parsers: {
          endless: { type: 'RegexParser', regex: '((?:a+)+)$', output_keys: ['a'] },
          own: { type: 'custom', module: 'own.mjs' },
          bomb: { type: 'JsonOutputParser', content_schema: bomb() },
        },
      }),
    );
    web.write('hostile.md', `${'a'.repeat(64)}b\n`);
    await workbench.openFile('hostile.parser.json');
    await workbench.openFile('hostile.md');
    await workbench.page.keyboard.press('Control+A');
    await parseWith('endless');
    await shows('✗');
    // Of modules nobody has asked yet, though the list knows of one.
    const needsProcess = 'run in processes, which a browser does not have';
    const told = async () => (await workbench.notifications()).some(text => text.includes(needsProcess));
    assert.equal(await told(), false);
    await workbench.focusEditor();
    await workbench.page.keyboard.press('Control+A');
    await parseWith('own');
    await until('the offer of the desktop', told);
    await workbench.page.getByRole('button', { name: 'Open in Desktop' }).first().waitFor();
    await workbench.screenshot('web-hostile');
    await workbench.openFile('werewolf.parser.json');
    await shows('3/3 pass');
  });
});
