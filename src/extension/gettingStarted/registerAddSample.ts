import * as vscode from 'vscode';
import { prefix, registerCommand } from '../commands.ts';
import { baseName } from '../definitions/definitionStore.ts';
import { openText } from '../definitions/openText.ts';
import type { Services } from '../services.ts';

/** *Add a Sample*, of a definition that has none: an answer is opened and parsed, and becomes a sample with its result. */
export function registerAddSample({ log, definitions, engine }: Services): vscode.Disposable {
  return registerCommand(log, 'addSample', async (address: string, name: string) => {
    const uri = vscode.Uri.parse(address);
    const file = await definitions.file(uri);
    if (!file) throw new Error(vscode.l10n.t('{0} cannot be read.', baseName(uri)));
    const example = await engine.newDefinition.exampleResponse(file.text, file.fileName, name);
    const copied = await vscode.env.clipboard.readText();
    const items = [
      ...(example?.response === undefined
        ? []
        : [
            { label: vscode.l10n.t('An example answer'), detail: firstWords(example.response), text: example.response },
          ]),
      ...(copied.trim() === ''
        ? []
        : [{ label: vscode.l10n.t('The answer on the clipboard'), detail: firstWords(copied), text: copied }]),
    ];
    if (items.length === 0) throw new Error(vscode.l10n.t('Copy an answer of the model, and it becomes the sample.'));
    const title = vscode.l10n.t('Add a Sample to {0}', name);
    const placeHolder = vscode.l10n.t('Which answer? It is parsed, and you see the result before it is saved');
    const picked = await vscode.window.showQuickPick(items, { title, placeHolder });
    if (!picked) return;
    const document = await openText(uri, vscode.l10n.t('{0} answer', name), '.md', picked.text, 'markdown');
    await vscode.window.showTextDocument(document, { preview: false });
    await vscode.commands.executeCommand(`${prefix}.parseAs`, document.uri.toString(), address, name);
    await vscode.commands.executeCommand(`${prefix}.saveAsSample`);
  });
}

/** The beginning of a text on one line. */
function firstWords(text: string): string {
  return text
    .slice(0, 200)
    .trim()
    .replace(/\s*\n\s*/g, ' ⏎ ');
}
