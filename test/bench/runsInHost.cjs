// Runs inside the extension host, for runs.mjs.
const { writeFileSync } = require('node:fs');
const vscode = require('vscode');

const now = () => performance.timeOrigin + performance.now();

exports.run = async () => {
  const extension = vscode.extensions.getExtension('parserlens.parserlens');
  await extension.activate();
  const { PARSERLENS_MODEL: model, PARSERLENS_ROUNDS: rounds, PARSERLENS_RESULTS: results } = process.env;
  await vscode.workspace.getConfiguration('parserlens').update('models', [model], vscode.ConfigurationTarget.Global);
  const [file] = await vscode.workspace.findFiles('asked.parser.json');
  const cancelling = new vscode.CancellationTokenSource();
  // The user: the task, the only model, always the same click.
  Object.assign(vscode.window, {
    showInputBox: async () => 'Who is the wolf?',
    showQuickPick: async items => (await items)[0],
    showWarningMessage: async (_message, _options, ...buttons) => buttons[0],
    showInformationMessage: async () => undefined,
    withProgress: (_options, task) => task({ report() {} }, cancelling.token),
  });
  const run = () => vscode.commands.executeCommand('parserlens.run', file);
  const lenses = [];
  const edits = [];
  for (let i = 0; i < Number(rounds); i++) {
    await vscode.window.showTextDocument(file);
    /** @type {Promise<number> | undefined} */
    let lens;
    const ended = new AbortController();
    const listening = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.scheme === 'untitled' && contentChanges.length > 0)
        lens ??= lensShown(document.uri, ended.signal);
    });
    await run();
    listening.dispose();
    ended.abort();
    lenses.push(await lens);
    edits.push(await plainEdit(`edit-${i}-word`));
  }
  await vscode.window.showTextDocument(file);
  const streaming = new Promise(resolve => {
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.scheme === 'untitled' && contentChanges.length > 0) resolve();
    });
  });
  const running = run();
  await streaming;
  const cancelled = now();
  cancelling.cancel();
  await running;
  // The server has seen it by then, or never will.
  await new Promise(resolve => setTimeout(resolve, 1000));
  writeFileSync(results, JSON.stringify({ lenses, edits, cancelled }));
};

/** Lets VS Code write a word, and tells when that began. */
async function plainEdit(word) {
  const document = await vscode.workspace.openTextDocument({ content: '' });
  const editor = await vscode.window.showTextDocument(document, { preserveFocus: true });
  const at = now();
  await editor.edit(edit => edit.insert(new vscode.Position(0, 0), word));
  // Until the screen has it.
  await new Promise(resolve => setTimeout(resolve, 500));
  return { word, at };
}

/** Asks for the lenses until one tells of a key, and tells when that was; never, where the answer ended before. */
async function lensShown(uri, ended) {
  while (!ended.aborted) {
    const lenses = await vscode.commands.executeCommand('vscode.executeCodeLensProvider', uri, 100);
    if (lenses.some(({ command }) => / · (?:open|closed|final)$/.test(command?.title ?? ''))) return now();
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  return Number.NaN;
}
