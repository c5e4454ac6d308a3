import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  activeExtension,
  closeAll,
  closeTexts,
  codeOf,
  diagnostics,
  hovers,
  lenses,
  lensTitles,
  makeFolder,
  openFile,
  replaceAll,
  until,
  workspaceFile,
} from './helpers.ts';
import { type User, withUser } from './user.ts';

const write = (path: string, text: string) =>
  vscode.workspace.fs.writeFile(workspaceFile(path), new TextEncoder().encode(text));

/** The problems of a file, each as its code, what is underlined, and how its message begins. */
const problems = (document: vscode.TextDocument) =>
  diagnostics(document.uri).map(
    each => `${codeOf(each)} ${document.getText(each.range)}: ${each.message.slice(0, 40)}`,
  );

/** Whether a document has a result of a definition, whose name stands in the hover of its first lens. */
const isRead = async (uri: vscode.Uri, name: string) =>
  (await lenses(uri)).some(({ command }) => command?.tooltip?.includes(`${name} (`));

const pages = () =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('parserlens.model'));

suite('the templates of models', () => {
  suiteSetup(activeExtension);
  teardown(closeAll);

  test('a chat template: what is wrong is underlined as it is typed, and mended by a fix @main', async () => {
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
    const served = 'transformers ✓ · serve loses reasoning_content · vLLM ✗ · SGLang ✗';
    await until(
      'its lenses',
      async () => (await lensTitles(document.uri)).join() === `Preview,Round Trip,Parse…,${served}`,
    );
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
    assert.deepEqual(await lensTitles(document.uri), ['Preview', 'Derive Response Template']);
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
      return shown && shown !== document && isRead(shown.uri, 'smallModel');
    });
    await vscode.commands.executeCommand('parserlens.clearAllResults');
  });

  test('a chat template completes: filters behind a bar, tests behind is, the names that it is given', async () => {
    const { document } = await openFile('smallModel/chat_template.jinja');
    const text = document.getText();
    const offered = async (offset: number) => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        document.positionAt(offset),
      );
      return list.items
        .filter(({ detail }) => detail !== undefined)
        .map(({ label, detail }) => `${detail} ${typeof label === 'string' ? label : label.label}`);
    };
    const filters = await until('filters', async () => {
      const found = await offered(text.indexOf('| tojson') + 2);
      return found.length > 0 ? found : undefined;
    });
    assert.ok(filters.includes('filter tojson') && filters.every(each => each.startsWith('filter')), filters.join());
    const names = await offered(text.indexOf('for message in ') + 'for message in '.length);
    for (const name of ['variable messages', 'variable message', 'variable eos_token', 'function raise_exception'])
      assert.ok(names.includes(name), `${name} in ${names.join()}`);
    assert.deepEqual(await offered(text.indexOf('You have these')), []);
  });

  suite('in a folder of its own', () => {
    const template = {
      start_anchor: '<|assistant|>\n',
      fields: { reasoning_content: { open: '<think>', close: '</think>' }, content: { close: '<|end|>' } },
    };
    const chat = "{% for m in messages %}{{ m.content }}{% endfor %}{{ '<|assistant|>\n' }}";
    const run = (command: string, ...args: unknown[]) =>
      vscode.commands.executeCommand(`parserlens.${command}`, ...args);

    suiteSetup(async () => {
      await makeFolder('own');
      await write('own/tokenizer_config.json', JSON.stringify({ eos_token: '<|end|>', response_template: template }));
      await write('own/chat_template.jinja', chat);
      await write('own/answer.md', 'Hm.</think>\nSunny.<|end|>');
    });
    suiteTeardown(async () => {
      await run('clearAllResults');
      await vscode.workspace.fs.delete(workspaceFile('own'), { recursive: true });
    });

    test('an answer is read again when the chat template changes, saved or not', async () => {
      const { document } = await openFile('own/answer.md');
      const model = workspaceFile('own/tokenizer_config.json').toString();
      await run('parseSelection', { parser: 'own', definition: model });
      const reads = (what: string, isMeant: (titles: string) => boolean) =>
        until(what, async () => {
          const titles = (await lensTitles(document.uri)).join(' | ');
          if (isMeant(titles)) return true;
          throw new Error(titles);
        });
      await reads('content alone', titles => titles.includes('⚠') && !titles.includes('reasoning_content'));
      const editor = await openFile('own/chat_template.jinja');
      await replaceAll(editor, chat.replace("\n' }}", "\n<think>' }}"));
      await reads('reasoning, unsaved', titles => titles.includes('reasoning_content'));
      await replaceAll(editor, chat);
      await reads('content again', titles => !titles.includes('reasoning_content'));
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await closeAll();
      await openFile('own/answer.md');
      await run('parseSelection', { parser: 'own', definition: model });
      await write('own/chat_template.jinja', chat.replace("\n' }}", "\n<think>' }}"));
      await reads('reasoning, from the disk', titles => titles.includes('reasoning_content'));
    });

    test('an answer becomes a sample in a definition beside the model’s files, which stay as they are', async () => {
      await openFile('own/answer.md');
      const config = workspaceFile('own/tokenizer_config.json');
      const before = new TextDecoder().decode(await vscode.workspace.fs.readFile(config));
      await run('parseSelection', { parser: 'own', definition: config.toString() });
      await until('the result', () => isRead(workspaceFile('own/answer.md'), 'own'));
      const saved = run('saveAsSample');
      let isOver = false;
      saved.then(
        () => {
          isOver = true;
        },
        () => {
          isOver = true;
        },
      );
      await until('the questions', async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return isOver;
      });
      await saved;
      const made = JSON.parse(
        new TextDecoder().decode(await vscode.workspace.fs.readFile(workspaceFile('own/own.parser.json'))),
      );
      assert.deepEqual(
        [made.type, made.response_template, made.chat_template],
        ['response_template', 'tokenizer_config.json#/response_template', 'chat_template.jinja'],
      );
      assert.equal(made.samples.length, 1);
      assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(config)), before);
    });

    test('an export goes into the model’s configuration as an edit, or into a new document', async () => {
      const definition = {
        type: 'response_template',
        response_template: { ...template, defaults: { role: 'assistant' } },
      };
      await write('own/better.parser.json', JSON.stringify(definition));
      const uri = workspaceFile('own/better.parser.json');
      const user = (picks: string[]): User => ({ picks, typed: [], clicks: [], shown: [] });
      const { document } = await openFile('own/tokenizer_config.json');
      const before = document.getText();
      await withUser(user(['Edit tokenizer_config.json']), () =>
        run('exportDefinition', uri, { to: 'tokenizer-config' }),
      );
      assert.ok(document.isDirty);
      const { eos_token, response_template } = JSON.parse(document.getText());
      assert.deepEqual([eos_token, response_template], ['<|end|>', definition.response_template]);
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('undo');
      assert.equal(document.getText(), before);
      await withUser(user(['New Document']), () => run('exportDefinition', uri, { to: 'tokenizer-config' }));
      const opened = await until('a new document', () =>
        vscode.workspace.textDocuments.find(each => each.isUntitled && each.getText().includes('response_template')),
      );
      assert.deepEqual(JSON.parse(opened.getText()).response_template, definition.response_template);
      assert.equal(document.getText(), before);
      await until('its editor', () => vscode.window.visibleTextEditors.some(each => each.document === opened));
      await closeTexts();
    });
  });

  suite('without a response template', () => {
    const chat = (thoughts: string) =>
      `{% for m in messages %}{% if m.role == 'assistant' %}<bot>${thoughts}{{ m.content }}{% for c in m.tool_calls or [] %}<call>{{ c.function | tojson }}</call>{% endfor %}<end>{% else %}<{{ m.role }}>{{ m.content }}<end>{% endif %}{% endfor %}{% if add_generation_prompt %}<bot>{% endif %}`;
    const configText = '{\n    "eos_token": "<end>"\n}\n';
    const user = (...clicks: string[]): User => ({ picks: [], typed: [], clicks, shown: [] });
    /** A folder for each test: a document that was open is not always read again. */
    let folder = '';
    let count = 0;
    const derive = async (who: User, ...args: unknown[]) => {
      await withUser(who, () => vscode.commands.executeCommand('parserlens.deriveResponseTemplate', ...args));
      return vscode.workspace.openTextDocument(workspaceFile(`${folder}/tokenizer_config.json`));
    };

    setup(async () => {
      folder = `derived${++count}`;
      await makeFolder(folder);
      await write(`${folder}/tokenizer_config.json`, configText);
      await write(`${folder}/chat_template.jinja`, chat(''));
    });
    teardown(async () => {
      await closeTexts();
      await vscode.workspace.fs.delete(workspaceFile(folder), { recursive: true });
    });

    test('the lens derives one, as an edit that can be undone, and says that it is proved @main', async () => {
      const { document } = await openFile(`${folder}/chat_template.jinja`);
      const lens = await until('the lens', async () =>
        (await lenses(document.uri)).find(({ command }) => command?.title === 'Derive Response Template'),
      );
      const who = user();
      const config = await derive(who, ...(lens.command?.arguments ?? []));
      assert.match(config.getText(), /"eos_token": "<end>",\n {4}"response_template": \{\n {8}"defaults"/);
      assert.equal(JSON.parse(config.getText()).response_template.fields.tool_calls.open, '<call>');
      assert.ok(config.isDirty);
      await until('the word', () => who.shown.some(each => /is proved: every kind/.test(each)));
      await vscode.commands.executeCommand('undo');
      assert.equal(config.getText(), configText);
    });

    test('the fix of the problem is the same, in a definition that names the model as well', async () => {
      const actionOf = async (document: vscode.TextDocument) => {
        const missing = await until('the problem', () =>
          diagnostics(document.uri).find(each => codeOf(each) === 'no-response-template'),
        );
        const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          document.uri,
          missing.range,
        );
        const action = actions.find(({ title }) => title === 'Derive Response Template');
        assert.ok(action?.command);
        return { severity: missing.severity, args: action.command.arguments ?? [] };
      };
      const model = await actionOf((await openFile(`${folder}/chat_template.jinja`)).document);
      assert.equal(model.severity, vscode.DiagnosticSeverity.Information);
      const definition = { type: 'response_template', response_template: 'tokenizer_config.json#/response_template' };
      await write(`${folder}/x.parser.json`, JSON.stringify(definition));
      const named = await actionOf((await openFile(`${folder}/x.parser.json`)).document);
      assert.equal(named.severity, vscode.DiagnosticSeverity.Error);
      for (const { args } of [model, named]) {
        const config = await derive(user(), ...args);
        assert.match(config.getText(), /"response_template"/);
        await vscode.commands.executeCommand('undo');
        assert.equal(config.getText(), configText);
      }
    });

    test('what is not proved is written only after a question, which names the kinds that do not come back', async () => {
      await write(`${folder}/chat_template.jinja`, chat('{{ m.reasoning_content }}'));
      const who = user();
      const config = await derive(who, workspaceFile(folder));
      assert.equal(config.getText(), configText);
      assert.match(who.shown.join('\n'), /is not proved[\s\S]*✗ .*thought/);
      const sure = user('Write');
      assert.match((await derive(sure, workspaceFile(folder))).getText(), /"response_template"/);
      assert.ok(!sure.shown.some(each => /is proved: every kind/.test(each)), sure.shown.join());
    });

    test('a chat template that raises says why, and nothing is written', async () => {
      await write(`${folder}/chat_template.jinja`, '{{ raise_exception("no words") }}');
      const who = user();
      const config = await derive(who, workspaceFile(folder));
      assert.equal(config.getText(), configText);
      assert.match(who.shown.join('\n'), /no words/);
    });
  });
});
