import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { libraryForTwo } from '../ui/agentscope2Conversation.ts';
import {
  activeExtension,
  activeTab,
  closeAll,
  codeOf,
  diagnostics,
  hovers,
  lensTitles,
  openFile,
  until,
  workspaceFile,
} from './helpers.ts';
import { type User, withUser } from './user.ts';

suite('AgentScope 2', () => {
  suiteSetup(activeExtension);
  const created: vscode.Uri[] = [];
  teardown(async () => {
    for (const { tabs } of vscode.window.tabGroups.all)
      for (const _ of tabs) await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await closeAll();
    for (const file of created.splice(0)) await vscode.workspace.fs.delete(file).then(undefined, () => undefined);
  });
  const openNew = async (name: string, content: string) => {
    const uri = workspaceFile(name);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(content));
    created.push(uri);
    return openFile(name);
  };
  const convert = (clicks: string[]) => {
    const user: User = { picks: [], typed: [], clicks, shown: [] };
    return withUser(user, () => vscode.commands.executeCommand('parserlens.migrateConversation')).then(() => user);
  };

  test('lenses tell the estimate and what goes into the summary; the formatter’s silence is a problem @main', async () => {
    const { document } = await openNew('library2.messages.json', libraryForTwo);
    const titles = await until('lenses', async () => {
      const found = await lensTitles(document.uri);
      return found.some(title => /^≈ 52 tokens/.test(title)) ? found : undefined;
    });
    assert.deepEqual(titles.slice(0, 6), [
      '≈ 52 tokens · 4 of 7 into a summary',
      '≈ 15 tokens · kept',
      '✗ ≈ 23 tokens · into the summary',
      '✗ ≈ 66 tokens · into the summary',
      '✗ ≈ 14 tokens · into the summary',
      '≈ 13 tokens · partly into the summary',
    ]);
    const [problem] = await until('a problem', () => {
      const found = diagnostics(document.uri);
      return found.length > 0 ? found : undefined;
    });
    assert.equal(codeOf(problem!), 'unsupported-block');
    const at = document.positionAt(document.getText().indexOf('"context_size"') + 2);
    assert.match((await hovers(document.uri, at)).join('\n'), /tokens the model takes/);
  });

  test('converting tells all that changes, compares the payloads, rewrites the file, and is undone', async () => {
    const text = JSON.stringify({
      formatter: 'OpenAIChatFormatter',
      max_tokens: 1000,
      messages: [
        { name: 'Ada', role: 'user', content: 'Where is it?' },
        { name: 'Friday', role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'look', input: { a: 1 } }] },
        { name: 'system', role: 'system', content: [{ type: 'tool_result', id: '1', name: 'look', output: 'here' }] },
      ],
    });
    const { document } = await openNew('one.messages.json', text);
    const first = await convert(['Compare']);
    assert.match(
      first.shown[1]!,
      /max_tokens has no effect[\s\S]*tool_use becomes tool_call[\s\S]*moves behind its call/,
    );
    assert.match(first.shown[1]!, /Otherwise, though nothing raises:/);
    await until('the payloads', () => /AgentScope 1 ↔ 2/.test(activeTab() ?? ''));
    assert.equal(document.getText(), text);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await vscode.window.showTextDocument(document);
    await convert(['Convert']);
    const made = JSON.parse(document.getText());
    assert.equal(made.agentscope_version, '2.0.6+');
    assert.deepEqual(
      made.messages.map(({ content }: { content: { type: string }[] }) => content.map(({ type }) => type)),
      [['text'], ['tool_call', 'tool_result']],
    );
    assert.deepEqual(made.context, { context_size: 1250 });
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), text);
  });

  test('a long list of changes is shown whole, and nothing is converted unless asked', async () => {
    const messages = Array.from({ length: 40 }, (_, i) => ({ name: 'Ada', role: 'user', content: `${i}` }));
    const text = JSON.stringify({ formatter: 'OpenAIChatFormatter', messages });
    const { document } = await openNew('long.messages.json', text);
    const { shown } = await convert(['Show All Changes']);
    assert.match(shown[1]!, /… and 15 more/);
    const list = vscode.window.activeTextEditor!.document.getText();
    assert.equal(list.match(/its text becomes a block/g)?.length, 40);
    assert.equal(document.getText(), text);
  });
});
