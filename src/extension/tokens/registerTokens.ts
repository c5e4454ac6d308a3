import * as vscode from 'vscode';
import { prefix, registerCommand } from '../commands.ts';
import type { Services } from '../services.ts';
import { counterFor } from './counterSetting.ts';
import { pickCounter } from './pickCounter.ts';
import { SelectionTokens } from './selectionTokens.ts';
import { countText, exactness } from './tokenWords.ts';

/** Counting the tokens of a selection: a command and an item of the status bar. */
export function registerTokens(services: Services): vscode.Disposable {
  const { log, engine } = services;
  return vscode.Disposable.from(
    new SelectionTokens(services),
    registerCommand(log, 'pickCounter', (uri?: unknown) =>
      pickCounter(services, typeof uri === 'string' ? vscode.Uri.parse(uri) : undefined),
    ),
    registerCommand(log, 'countTokens', async () => {
      const editor = vscode.window.activeTextEditor;
      if (!editor) throw new Error(vscode.l10n.t('Open the text to count.'));
      const { document, selections } = editor;
      const selected = selections.filter(selection => !selection.isEmpty);
      const texts = selected.length > 0 ? selected.map(selection => document.getText(selection)) : [document.getText()];
      const counting = engine.responses.countTokens(texts, counterFor(document));
      const { counts, exact, basis } = await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Counting tokens') },
        () => counting,
      );
      const sum = countText(
        counts.reduce((total, count) => total + count, 0),
        exact,
      );
      const message =
        selected.length > 0
          ? vscode.l10n.t('The selection has {0} ({1}, {2}).', sum, basis, exactness(exact))
          : vscode.l10n.t('The document has {0} ({1}, {2}).', sum, basis, exactness(exact));
      const other = vscode.l10n.t('Choose Tokenizer…');
      void vscode.window.showInformationMessage(message, other).then(choice => {
        if (choice === other) void vscode.commands.executeCommand(`${prefix}.pickCounter`);
      });
    }),
  );
}
