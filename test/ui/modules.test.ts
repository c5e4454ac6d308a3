import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { skipTest } from '../skipTest.ts';
import { openWorkbench, until, type Workbench } from './harness.ts';

const hasPython = spawnSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)']).status === 0;

/** A framework of the test's own, which reads a vote as another one does. */
const framework = `
import sys

class MarkdownJsonDictParser:
    def __init__(self, **given):
        self.format_instruction = "Say whom you vote for."
    def parse(self, response):
        if not response.text.startswith("\`"):
            raise ValueError("no fence")
        if sys.flags.interactive:
            with open(TRIED, "w") as file:
                file.write(sys.executable + "\\n" + sys.argv[0] + "\\n" + response.text)
        response.parsed = {"vote": "Eve"}
        return response
`;

/** Its formatter, which shouts. */
const formatter = `
class OpenAIChatFormatter:
    async def format(self, msgs):
        return [{"role": each.role, "name": each.name, "content": each.content.upper()} for each in msgs]
`;

/** A parser that reads an answer as it comes, as LangChain's do. */
const growing = `
class CumulativeWords:
    def get_format_instructions(self): return "Say some words."
    def invoke(self, text): return text.split()
    def transform(self, chunks):
        text = ""
        for chunk in chunks:
            text += chunk
            yield text.split()
`;

/** What it takes for responses and messages. */
const models = `
class ModelResponse:
    def __init__(self, text):
        self.text = text
`;
const message = `
class Msg:
    def __init__(self, name, content, role):
        self.name, self.content, self.role = name, content, role
`;

suite('modules in Restricted Mode', () => {
  let workbench: Workbench;
  /** Whether the workspace's own Python was ever started. */
  const started = () => existsSync(startedFile());
  const startedFile = () => join(workbench.workspace, 'started');
  /** What ran in a terminal. */
  const triedFile = () => join(workbench.workspace, 'tried');
  const write = async (path: string, text: string) => {
    const file = join(workbench.workspace, path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, text);
  };

  suiteSetup(async () => {
    workbench = await openWorkbench({ trust: false });
    await workbench.page.setViewportSize({ width: 1400, height: 900 });
    if (hasPython) {
      spawnSync('python3', ['-m', 'venv', '--without-pip', join(workbench.workspace, '.venv')]);
      const [version] = await readdir(join(workbench.workspace, '.venv/lib'));
      const packages = `.venv/lib/${version}/site-packages`;
      await write(
        `${packages}/started.pth`,
        `import pathlib; pathlib.Path(${JSON.stringify(startedFile())}).touch()\n`,
      );
      await write(`${packages}/agentscope/__init__.py`, '');
      await write(`${packages}/agentscope/parsers.py`, framework.replace('TRIED', JSON.stringify(triedFile())));
      await write(`${packages}/agentscope/models.py`, models);
      await write(`${packages}/agentscope/message.py`, message);
      await write(`${packages}/agentscope/formatter.py`, formatter);
    }
    await write('votes/pyproject.toml', '');
    await write('votes/answers.jsonl', '{"response": "I vote for nobody."}\n');
    await write(
      'votes/night.messages.json',
      '{"formatter": "OpenAIChatFormatter", "messages": [{"name": "user", "role": "user", "content": "Hi"}]}\n',
    );
    await write(
      'votes/day.messages.json',
      '{"parser": "vote.parser.json", "messages": [{"name": "user", "role": "user", "content": "Hi"}]}\n',
    );
    await write('words/words.py', growing);
    await write(
      'words/words.parser.json',
      '{ "type": "custom", "module": "words.py", "parser": "CumulativeWords", "samples": [{ "name": "four", "text": "one two three four" }] }\n',
    );
    await write('words/broken.py', 'import json\n\ndef parse(text:\n    return 1\n');
    await write('words/broken.parser.json', '{ "type": "custom", "module": "broken.py" }\n');
    await write('words/answer.md', 'one two three four');
    await write(
      'votes/vote.parser.json',
      '{\n  "type": "MarkdownJsonDictParser",\n  "content_hint": { "vote": "player" },\n  "samples": [{ "name": "good", "text": "```json\\n{\\"vote\\": \\"Ann\\"}\\n```" }]\n}\n',
    );
  });
  suiteTeardown(() => workbench?.close());
  teardown(async function () {
    if (this.currentTest?.state === 'failed') await workbench.screenshot('failed-modules');
  });

  const untilShown = (part: string) =>
    until(part, async () =>
      ((await workbench.page.locator('.editor-group-container.active .monaco-editor').first().textContent()) ?? '')
        .replaceAll(/\s/g, '')
        .includes(part.replaceAll(' ', '')),
    );

  test('in Restricted Mode samples run, and a run says what it needs', async () => {
    await workbench.openFile('werewolf.parser.json');
    await until('the samples', async () => (await workbench.lenses()).flat().includes('3/3 pass'));
    await workbench.clickLens('3/3 pass');
    const asks = workbench.page.locator('.monaco-dialog-box');
    assert.equal(await asks.count(), 0);
    // The samples that ran bring new lenses, and VS Code drops a click on one that is just being replaced.
    await workbench.untilNotified('Models are asked only in a trusted workspace', () => workbench.clickLens('Run…'));
    await workbench.screenshot('restricted-mode');
    await workbench.page.keyboard.press('Escape');
    await workbench.runCommand('ParserLens: Run Many Times');
    await workbench.page.keyboard.press('Escape');
  });

  test('no Python is started, not even to ask its version', async function () {
    if (!hasPython) skipTest(this, 'without Python 3.9 or newer');
    await workbench.openFile('python/parsers.parser.json');
    await workbench.runCommand('ParserLens: Preview Format Instruction');
    const preview = await workbench.webview('Format Instruction');
    await until('why', async () =>
      ((await preview.locator('body').textContent()) ?? '').includes('not run: this workspace is not trusted'),
    );
    await workbench.openFile('votes/vote.parser.json');
    await workbench.untilNotified('Python runs only in a trusted workspace', () =>
      workbench.runCommand('ParserLens: Compare with Installed Framework'),
    );
    await workbench.page.keyboard.press('Escape');
    await workbench.untilNotified('Python runs only in a trusted workspace', () =>
      workbench.runCommand('ParserLens: Try It in Python'),
    );
    await workbench.page.keyboard.press('Escape');
    assert.equal(started(), false);
    assert.equal(await workbench.page.locator('.terminal-wrapper').count(), 0);
  });

  test('a module waits for trust, says so, and runs as soon as it is granted', async () => {
    await workbench.openFile('custom.parser.json');
    await until('the lens', async () =>
      (await workbench.lenses()).flat().some(title => /^\d samples?, not run$/.test(title)),
    );
    await workbench.runCommand('ParserLens: Focus on Parsers View');
    const header = workbench.page.locator('.pane-header[aria-label^="Parsers"]');
    await until('the sum', async () => /\d+\/\d+ samples · \d+ not run/.test((await header.textContent()) ?? ''));
    await workbench.picture('parsers-view-restricted');
    await workbench.runCommand('ParserLens: Preview Format Instruction');
    const preview = await workbench.webview('Format Instruction');
    const shows = (part: string) =>
      until(part, async () => ((await preview.locator('body').textContent()) ?? '').includes(part));
    await shows('not run: this workspace is not trusted');
    assert.equal((await workbench.notifications()).filter(text => text.includes('Modules run only')).length, 0);
    await workbench.page.keyboard.press('Escape');
    await preview.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await workbench.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await until('the instruction', async () => {
      const shown = await workbench.webview('Format Instruction');
      return ((await shown.locator('pre.instruction').textContent()) ?? '').includes('score: 1 to 10');
    });
  });

  test('compared with the framework that is installed: what differs, and both sides of it', async function () {
    if (!hasPython) skipTest(this, 'without Python 3.9 or newer');
    const { page } = workbench;
    await workbench.openFile('votes/vote.parser.json');
    await workbench.runCommand('ParserLens: Compare with Installed Framework');
    const editor = page.locator('.editor-group-container.active .monaco-editor').first();
    const shows = (part: string) =>
      until(part, async () => ((await editor.textContent()) ?? '').replaceAll('\u00a0', ' ').includes(part));
    await shows('the same: AgentScope (version unknown)');
    assert.equal(started(), true);
    await shows('Values');
    await workbench.clickLens('Show Difference');
    await until('both sides', async () => ((await page.locator('.monaco-diff-editor').count()) > 0 ? true : undefined));
    await workbench.screenshot('installed-difference');
    await workbench.runCommand('View: Close Editor');
    await shows('the same: AgentScope (version unknown)');
    await workbench.clickLens('Open Parsed');
    await until('the text, parsed', async () =>
      (await workbench.lenses()).flat().some(title => title.includes('vote')),
    );
    await workbench.screenshot('installed-parsed');
  });

  test('the responses of a log are compared as well', async function () {
    if (!hasPython) skipTest(this, 'without Python 3.9 or newer');
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('votes/vote.parser.json');
    await workbench.runCommand('ParserLens: Compare with Installed Framework');
    await until('the result', async () => (await workbench.lenses()).flat().includes('Compare Log…'));
    await workbench.clickLens('Compare Log…');
    await workbench.pick('votes/answers.jsonl');
    // The page is drawn anew line by line, and the name of the log may be in the next one.
    await untilShown('With the responses');
    await untilShown('answers');
    await workbench.screenshot('installed-log');
  });

  test('a conversation is compared with the formatter that is installed', async function () {
    if (!hasPython) skipTest(this, 'without Python 3.9 or newer');
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('votes/night.messages.json');
    await workbench.runCommand('ParserLens: Compare with Installed Framework');
    await untilShown('0 of 1 the same: AgentScope (version unknown)');
    await untilShown('"content": "HI"');
    await workbench.screenshot('installed-conversation');
  });

  test('the formatter is asked for where the conversation names none, and remembered; its definition is the unsaved one', async function () {
    if (!hasPython) skipTest(this, 'without Python 3.9 or newer');
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('votes/vote.parser.json');
    await workbench.selectText('player');
    await workbench.page.keyboard.type('dread');
    await workbench.openFile('votes/day.messages.json');
    await workbench.runCommand('ParserLens: Compare with Installed Framework');
    await workbench.pick('OpenAIChatFormatter');
    await untilShown('0 of 3 the same: AgentScope (version unknown)');
    await untilShown('The file names no formatter: this is OpenAIChatFormatter.');
    await workbench.screenshot('installed-asked');
    await workbench.clickLens('Show Difference');
    const sides = workbench.page.locator('.monaco-diff-editor').first();
    await until('the unsaved definition', async () => ((await sides.textContent()) ?? '').includes('DREAD'));
    await workbench.runCommand('View: Close Editor');
    await workbench.runCommand('View: Close Editor');
    await workbench.runCommand('ParserLens: Compare with Installed Framework');
    await untilShown('this is OpenAIChatFormatter');
  });

  test('a definition is tried in a terminal, with the Python that has the framework, from a file of ours', async function () {
    if (!hasPython) skipTest(this, 'without Python 3.9 or newer');
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('votes/vote.parser.json');
    await workbench.runCommand('ParserLens: Try It in Python');
    const [interpreter, file, ...response] = await until('what ran', async () => {
      const lines = existsSync(triedFile()) ? readFileSync(triedFile(), 'utf8').split('\n') : [];
      return lines.length > 3 ? lines : undefined;
    });
    assert.equal(interpreter, join(workbench.workspace, '.venv/bin/python'));
    assert.match(file!, /[\\/]try[\\/]vote\.py$/);
    assert.ok(!file!.startsWith(workbench.workspace) && existsSync(file!));
    assert.equal(response.join('\n'), '```json\n{"vote": "Ann"}\n```');
    await until('the terminal', async () => (await workbench.page.locator('.terminal-wrapper.active').count()) > 0);
    await workbench.screenshot('tried-in-python');
  });

  test('an answer to a parser in Python is replayed through its own streaming', async function () {
    if (!hasPython) skipTest(this, 'without Python 3.9 or newer');
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('words/answer.md');
    await workbench.runCommand('ParserLens: Parse Selection with Parser…');
    await workbench.pick('words');
    await until('lenses', async () => (await workbench.lenses()).length > 0);
    await workbench.runCommand('ParserLens: Replay as Stream');
    const frame = await workbench.webview('Replay as Stream');
    const slider = frame.locator('input[type=range]');
    await slider.waitFor();
    await slider.press('Home');
    for (let at = 0; at < 8; at++) await slider.press('ArrowRight');
    await until('what it has by then', async () =>
      /LangChain\s+streams[\s\S]*"one"[\s\S]*"two"/.test(await frame.locator('body').innerText()),
    );
    await workbench.screenshot('python-replay');
    await slider.press('End');
    await until('the end', async () => (await frame.locator('body').innerText()).includes('"four"'));
    const shown = await frame.locator('body').innerText();
    assert.ok(shown.includes('Where its parts stand is known only when the response is complete.'), shown);
    await workbench.screenshot('python-replay-end');
  });

  test('an error of a module leads into its file from the preview', async function () {
    if (!hasPython) skipTest(this, 'without Python 3.9 or newer');
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('words/broken.parser.json');
    await workbench.runCommand('ParserLens: Preview Format Instruction');
    const link = (await workbench.webview('Format Instruction')).getByRole('button', { name: 'broken.py:3:10' });
    await link.waitFor();
    await workbench.screenshot('python-error');
    await link.click();
    await workbench.page.locator('.tab.active[data-resource-name="broken.py"]').waitFor();
    await until('the place', async () =>
      ((await workbench.page.locator('.statusbar').textContent()) ?? '').includes('Ln 3, Col 10'),
    );
  });

  test('the status bar says which module is waited for', async function () {
    if (!hasPython) skipTest(this, 'without Python 3.9 or newer');
    // Written only now: a list of all parsers, as an earlier test opens one, would have waited for it already.
    await write('slow/slow.py', 'import time\ntime.sleep(8)\ndef parse(text): return text\n');
    await write('slow/slow.parser.json', '{ "type": "custom", "module": "slow.py" }\n');
    await workbench.openFile('slow/slow.parser.json');
    const bar = workbench.page.locator('.statusbar');
    await until('the word', async () =>
      ((await bar.textContent()) ?? '').replaceAll('\u00a0', ' ').includes('Waiting for slow.py in Python…'),
    );
    await workbench.screenshot('waiting-for-python');
    await until('its end', async () => !((await bar.textContent()) ?? '').includes('slow.py'));
  });
});
