import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeExtension,
  closeAll,
  codeOf,
  diagnostics,
  hovers,
  lensTitles,
  makeFolder,
  openFile,
  replaceAll,
  until,
  workspaceFile,
} from './helpers.ts';

const write = (path: string, text: string) =>
  vscode.workspace.fs.writeFile(workspaceFile(path), new TextEncoder().encode(text));

/** The problems of a file, each as its code, what is underlined, and how its message begins. */
const problems = (document: vscode.TextDocument) =>
  diagnostics(document.uri).map(
    each => `${codeOf(each)} ${document.getText(each.range)}: ${each.message.slice(0, 40)}`,
  );

const pages = () =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('parserlens.model'));

suite('the templates of models', () => {
  suiteSetup(activeExtension);
  teardown(closeAll);

  test('a chat template: what is wrong is underlined as it is typed, and mended by a fix', async () => {
    const editor = await openFile('smallModel/chat_template.jinja');
    const { document } = editor;
    const good = document.getText();
    assert.deepEqual(problems(document), []);
    await replaceAll(editor, good.replace('in messages %}', 'in mesages %}').replace('| tojson', '| tojsn'));
    await until('both', () => diagnostics(document.uri).length === 2);
    assert.deepEqual(problems(document).sort(), [
      'bad-template mesages: Nothing defines `mesages`: unless it is ',
      'constructor-error tool.function | tojsn: TemplateAssertionError: No filter named ',
    ]);
    const wrong = diagnostics(document.uri).find(({ message }) => message.includes('mesages'));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      wrong?.range,
    );
    const fix = actions.find(({ title }) => title === 'Change to messages');
    assert.ok(fix?.edit);
    await vscode.workspace.applyEdit(fix.edit);
    assert.match(document.getText(), /in messages %\}/);
    assert.ok(document.isDirty);
    await replaceAll(editor, '{% if messages %}\n{{ messages }}');
    await until('the open block', () => /^constructor-error if: TemplateSyntaxError/.test(problems(document)[0] ?? ''));
    await replaceAll(editor, good);
    await until('none', () => diagnostics(document.uri).length === 0);
  });

  test('tokenizer_config.json: problems at their place, completion, hovers and lenses', async () => {
    const editor = await openFile('smallModel/tokenizer_config.json');
    const { document } = editor;
    const good = document.getText();
    await until('its lenses', async () => (await lensTitles(document.uri)).join() === 'Preview,Round Trip,Parse…');
    await replaceAll(editor, good.replace('"content": "json"', '"content": "jsn"'));
    await until('the wrong parser', () =>
      problems(document)[0]?.startsWith('constructor-error "jsn": ValueError: Field'),
    );
    const at = document.positionAt(good.indexOf('start_anchor') + 3);
    await until('its hover', async () => /where the turn begins/.test((await hovers(document.uri, at)).join()));
    const inField = document.positionAt(good.indexOf('"open"'));
    const labels = await until('completion', async () => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        inField,
      );
      const found = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
      return found.length > 0 ? found : undefined;
    });
    assert.ok(
      labels.some(label => label.includes('transform_each')),
      labels.join(),
    );
    await replaceAll(editor, good);
  });

  test('further chat templates are a model’s, too; a folder without templates has nothing of ours', async () => {
    await makeFolder('more/additional_chat_templates');
    await write('more/additional_chat_templates/rag.jinja', '{{ messages | nope }}');
    await write('more/tokenizer_config.json', '{"model_max_length": 5}');
    const { document } = await openFile('more/additional_chat_templates/rag.jinja');
    await until('its problem', () => diagnostics(document.uri).length === 1);
    assert.deepEqual(await lensTitles(document.uri), ['Preview']);
    const config = await openFile('more/tokenizer_config.json');
    assert.deepEqual(await lensTitles(config.document.uri), []);
    await vscode.workspace.fs.delete(workspaceFile('more'), { recursive: true });
  });

  test('the preview and the round trip share a page beside the template', async () => {
    const { document } = await openFile('smallModel/chat_template.jinja');
    const lenses = await until('lenses', async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
        9,
      );
      return found.length > 1 ? found : undefined;
    });
    for (const { command } of lenses)
      if (command && command.title !== 'Parse…')
        await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
    await until('its title', () => pages()[0]?.label === 'Chat Template: smallModel');
    assert.equal(pages().length, 1);
    assert.equal(vscode.window.activeTextEditor?.document, document);
  });

  test('an answer on the clipboard is read by the model', async () => {
    const { document } = await openFile('smallModel/tokenizer_config.json');
    const lens = await until('the lens', async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
        9,
      );
      return found.find(({ command }) => command?.title === 'Parse…');
    });
    await vscode.env.clipboard.writeText('<think>Hm.</think>Sunny.<|end|>');
    await vscode.commands.executeCommand(lens.command?.command ?? '', ...(lens.command?.arguments ?? []));
    await until('lenses of the answer', async () => {
      const shown = vscode.window.activeTextEditor?.document;
      return shown && shown !== document && (await lensTitles(shown.uri)).some(title => title.includes('smallModel'));
    });
    await vscode.commands.executeCommand('parserlens.clearAllResults');
  });
});
