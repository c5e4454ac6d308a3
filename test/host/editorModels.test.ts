import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activeExtension, closeAll, lensTitles, openFile, until, workspaceFile } from './helpers.ts';
import { type User, withUser } from './user.ts';

/** What test/host/scriptedModels/extension.cjs exports. */
interface ScriptedModels {
  readonly isOffered: boolean;
  readonly asked: { messages: { role: number; text: string }[]; token: vscode.CancellationToken }[];
  answer: (say: (text: string) => void, request: ScriptedModels['asked'][number]) => Promise<void>;
}

const good = '```json\n{"vote": "Ann", "why": "She is silent."}\n```';
const definition = {
  type: 'MarkdownJsonDictParser',
  content_hint: { vote: 'a name', why: 'a sentence' },
  required_keys: ['vote'],
};

suite('running with a language model of VS Code', () => {
  let models: ScriptedModels;
  let file: vscode.Uri;

  suiteSetup(async () => {
    await activeExtension();
    const extension = vscode.extensions.getExtension<ScriptedModels>('parserlens-test.scripted-models');
    assert.ok(extension, 'the provider of models is not installed');
    models = await extension.activate();
    file = workspaceFile('parrot.parser.json');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(definition)));
  });
  setup(() => {
    models.asked.length = 0;
    models.answer = async say => say(good);
  });
  teardown(closeAll);

  const user = (more: Partial<User> = {}): User => ({
    picks: ['Parrot'],
    typed: ['Who is the wolf?', '2', '0'],
    clicks: ['Send to Parrot'],
    shown: [],
    ...more,
  });
  const run = async (who: User, command = 'run') => {
    await openFile('parrot.parser.json');
    await withUser(who, () => vscode.commands.executeCommand(`parserlens.${command}`, file));
  };
  const log = async () => {
    const bytes = await vscode.workspace.fs.readFile(workspaceFile('parrot.responses.jsonl'));
    const lines = new TextDecoder().decode(bytes).trimEnd().split('\n');
    return lines.map(line => JSON.parse(line) as Record<string, unknown>);
  };

  test('is offered where VS Code has such models, and only there', async () => {
    const [newer] = /^1\.(\d+)/
      .exec(vscode.version)!
      .slice(1)
      .map(minor => Number(minor) >= 104);
    assert.equal(models.isOffered, newer);
    const picks = [newer ? 'Parrot' : '$(add) Add an Address'];
    const who = user({ picks, typed: ['Who is the wolf?'], clicks: [] });
    await run(who);
    assert.equal(models.asked.length, 0);
    assert.equal(who.shown[0], newer ? 'Send this request to Parrot?' : undefined);
  });

  test('the system’s message is shown as the user’s, and sent so; the answer streams in', async () => {
    if (!models.isOffered) return;
    let finish = () => {};
    models.answer = async say => {
      say(good.slice(0, 25));
      await new Promise<void>(resolve => {
        finish = resolve;
      });
      say(good.slice(25));
    };
    const who = user();
    const running = run(who);
    const half = good.slice(0, 25);
    const document = await until('the beginning', () =>
      vscode.workspace.textDocuments.find(each => each.getText() === half),
    );
    await until('what is known of it', async () => (await lensTitles(document.uri)).includes('vote "Ann" · closed'));
    finish();
    await running;
    assert.equal(document.getText(), good);
    const [, detail = ''] = who.shown;
    assert.match(detail, /^\d+ KB go to the language model Parrot of VS Code\./);
    assert.match(detail, /VS Code’s models know no system: its message is sent as the user’s\./);
    const [request] = models.asked;
    const shown = JSON.parse(detail.slice(detail.indexOf('{'))) as { messages: { role: string; content: string }[] };
    assert.deepEqual(
      request?.messages.map(({ role, text }) => ({
        role: role === vscode.LanguageModelChatMessageRole.User ? 'user' : 'assistant',
        content: text,
      })),
      shown.messages,
    );
    assert.deepEqual(
      shown.messages.map(({ role, content }) => [role, /^(Who is the wolf|Respond a JSON)/.test(content)]),
      [
        ['user', true],
        ['user', true],
      ],
    );
    assert.match(who.shown.at(-1) ?? '', /^✓ parrot reads it · [\d.]+ s$/);
    const row = (await log()).at(-1);
    assert.deepEqual([row?.response, row?.model, row?.attempts], [good, 'Parrot', 1]);
    const words = (text: string) => text.split(/\s+/).filter(Boolean).length;
    const asked = shown.messages.reduce((sum, { content }) => sum + words(content), 0);
    assert.deepEqual(row?.usage, { input_tokens: asked, output_tokens: words(good) });
  });

  test('cancelling is heard by the model’s extension, also by one that does not end', async () => {
    if (!models.isOffered) return;
    const before = (await log()).length;
    const cancel = new vscode.CancellationTokenSource();
    models.answer = () => new Promise(() => {});
    const running = run(user({ cancel: cancel.token }), 'runMany');
    await until('both questions', () => models.asked.length === 2);
    cancel.cancel();
    await running;
    await until('their ends', () => models.asked.every(({ token }) => token.isCancellationRequested));
    assert.equal((await log()).length, before);
  });

  test('what the model’s extension throws is why there is no answer', async () => {
    if (!models.isOffered) return;
    for (const [error, words] of [
      [vscode.LanguageModelError.Blocked('not that'), 'Parrot refused (Blocked): not that'],
      [new Error('socket hang up'), 'Parrot: socket hang up'],
    ] as const) {
      models.answer = () => Promise.reject(error);
      const who = user();
      await run(who);
      assert.equal(who.shown.at(-1), `No answer: ${words}`);
      const row = (await log()).at(-1);
      assert.deepEqual([row?.error, 'response' in (row ?? {})], [words, false]);
    }
  });
});
