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
  const seen = [];
  const edits = [];
  for (let i = 0; i < Number(rounds); i++) {
    await vscode.window.showTextDocument(file);
    const round = { first: 0, last: 0, lens: 0 };
    const listening = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.scheme !== 'untitled' || contentChanges.length === 0) return;
      round.first ||= now();
      round.last = now();
      if (round.lens === 0) void watchLens(document.uri, round);
    });
    await run();
    listening.dispose();
    seen.push(round);
    edits.push(await plainEdit());
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
  writeFileSync(results, JSON.stringify({ seen, edits, cancelled }));
};

/** How long VS Code takes for an edit of one character, in milliseconds. */
async function plainEdit() {
  const document = await vscode.workspace.openTextDocument({ content: '' });
  await vscode.window.showTextDocument(document, { preserveFocus: true });
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), 'a');
  const start = now();
  await vscode.workspace.applyEdit(edit);
  return now() - start;
}

/** Asks for the lenses until one tells of a key; once for each answer. */
async function watchLens(uri, round) {
  round.lens = Number.NaN;
  for (;;) {
    const lenses = await vscode.commands.executeCommand('vscode.executeCodeLensProvider', uri, 100);
    if (lenses.some(({ command }) => / · (?:open|closed|final)$/.test(command?.title ?? ''))) break;
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  round.lens = now();
}
