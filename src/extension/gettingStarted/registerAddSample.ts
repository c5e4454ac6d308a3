import * as vscode from 'vscode';
import { prefix, registerCommand } from '../commands.ts';
import { baseName, isModelUri } from '../definitions/definitionUris.ts';
import { openText } from '../definitions/newDocument.ts';
import { addHomeEdits, refuseSamples, sampleHome } from '../samples/sampleHome.ts';
import type { Services } from '../services.ts';

/** The member of an empty sample that the answer goes into. */
const emptyText = '"text": ""';

/** *Add a Sample*, of a definition that has none: an answer is opened and parsed, and becomes a sample with its result. */
export function registerAddSample(services: Services): vscode.Disposable {
  const { log, definitions, engine } = services;
  return registerCommand(log, 'addSample', async (address: string, name: string) => {
    const uri = vscode.Uri.parse(address);
    const file = await definitions.file(uri);
    if (!file) throw new Error(vscode.l10n.t('{0} cannot be read.', baseName(uri)));
    const example = await engine.newDefinition.exampleResponse(file.text, file.fileName, name);
    // A browser may refuse to tell.
    const copied = await vscode.env.clipboard.readText().then(undefined, () => '');
    const items = [
      ...(example?.response === undefined
        ? []
        : [
            { label: vscode.l10n.t('An example answer'), detail: firstWords(example.response), text: example.response },
          ]),
      ...(copied.trim() === ''
        ? []
        : [{ label: vscode.l10n.t('The answer on the clipboard'), detail: firstWords(copied), text: copied }]),
      {
        label: vscode.l10n.t('An empty sample'),
        detail: vscode.l10n.t('Write or paste the answer into the definition'),
        text: undefined,
      },
    ];
    const title = vscode.l10n.t('Add a Sample to {0}', name);
    const placeHolder = vscode.l10n.t('Which answer? It is parsed, and you see the result before it is saved');
    const picked = items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { title, placeHolder });
    if (!picked) return;
    if (picked.text === undefined) return addEmpty(services, uri, name);
    const answer = vscode.l10n.t('{0} answer', name);
    const document = await openText(uri, answer, '.md', picked.text, 'markdown', { preview: false });
    await vscode.commands.executeCommand(`${prefix}.parseAs`, document.uri.toString(), address, name);
    await vscode.commands.executeCommand(`${prefix}.saveAsSample`);
  });
}

/** Writes a sample without an answer into the definition, and puts the cursor where the answer goes. */
async function addEmpty(services: Services, uri: vscode.Uri, name: string): Promise<void> {
  const { engine, definitions } = services;
  if (isModelUri(uri)) refuseSamples(uri);
  const before = await definitions.get(uri, name);
  if (!before) throw new Error(vscode.l10n.t('The definition {0} cannot be read.', name));
  const home = await sampleHome(services, before);
  const edits = await engine.responses.emptySampleEdits(home.definition);
  if (edits.length === 0)
    throw new Error(vscode.l10n.t('The samples of {0} are not a list, so nothing was saved.', name));
  const edit = new vscode.WorkspaceEdit();
  await addHomeEdits(edit, home, edits);
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(vscode.l10n.t('{0} cannot be edited.', baseName(home.uri)));
  const document = await vscode.workspace.openTextDocument(home.uri);
  const empty = document.getText().indexOf(emptyText, edits[0]!.span.start);
  const position = document.positionAt(empty + emptyText.length - 1);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
}

/** The beginning of a text on one line. */
function firstWords(text: string): string {
  return text
    .slice(0, 200)
    .trim()
    .replace(/\s*\n\s*/g, ' ⏎ ');
}
