import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import { baseName, isDefinitionUri } from '../definitions/definitionUris.ts';
import { addHomeEdits, sampleHome } from '../samples/sampleHome.ts';
import type { Services } from '../services.ts';

/** The most files whose samples are offered. */
const maxFiles = 200;

interface OwnerItem extends vscode.QuickPickItem {
  readonly uri: vscode.Uri;
  readonly name: string;
}

/** *Move Samples…*: the samples of another definition, such as a copy that was imported once, go to the file that names a source's parser. */
export function registerMoveSamples(services: Services): vscode.Disposable {
  const { definitions, engine, log } = services;
  return registerCommand(log, 'moveSamples', async (address: string, name: string) => {
    const uri = vscode.Uri.parse(address);
    const before = await definitions.get(uri, name);
    if (!before) throw new Error(vscode.l10n.t('The definition {0} cannot be read.', name));
    const home = await sampleHome(services, before);
    const isHome = (each: OwnerItem) =>
      each.uri.toString() === home.uri.toString() && each.name === home.definition.name;
    const items = (await owners(services, uri)).filter(each => !isHome(each));
    if (items.length === 0)
      throw new Error(vscode.l10n.t('No other definition of this workspace has samples that could be moved.'));
    const title = vscode.l10n.t('Move Samples to {0}', name);
    const placeHolder = vscode.l10n.t('The samples of which definition?');
    const picked = await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDetail: true });
    if (!picked) return;
    const owner = await definitions.file(picked.uri);
    if (!owner) throw new Error(vscode.l10n.t('{0} cannot be read.', baseName(picked.uri)));
    const moved = await engine.responses.movedSamples(
      { text: owner.written, fileName: picked.uri.path, name: picked.name },
      { text: home.written, fileName: home.uri.path, name: home.definition.name },
    );
    if (!moved) throw new Error(vscode.l10n.t('The samples of {0} cannot be moved.', picked.name));
    const edit = new vscode.WorkspaceEdit();
    await addHomeEdits(edit, { ...home, written: moved.to, isNew: home.isNew ?? 'definition' }, []);
    if (picked.uri.toString() !== home.uri.toString()) await replaceWhole(edit, picked.uri, owner.written, moved.from);
    if (!(await vscode.workspace.applyEdit(edit)))
      throw new Error(vscode.l10n.t('{0} cannot be edited.', baseName(home.uri)));
    vscode.window.setStatusBarMessage(
      vscode.l10n.t('Moved {0} samples to {1}.', moved.count, baseName(home.uri)),
      5000,
    );
    await vscode.window.showTextDocument(home.uri, { preview: false });
  });
}

/** The definitions with samples, those nearest to a file first. */
async function owners({ definitions, engine }: Services, near: vscode.Uri): Promise<readonly OwnerItem[]> {
  const found: OwnerItem[] = [];
  const files = new Set<string>();
  for (const { uri, name, type } of await definitions.definitionsFor(near)) {
    if (!isDefinitionUri(uri) || uri.scheme === 'untitled') continue;
    if (files.add(uri.toString()).size > maxFiles) break;
    const definition = await definitions.get(uri, name);
    if (!definition?.written.includes('"samples"')) continue;
    const { length } = await engine.responses.sampleNames(definition);
    if (length === 0) continue;
    const path = vscode.workspace.asRelativePath(uri);
    found.push({ label: name, description: type, detail: vscode.l10n.t('{0} samples · {1}', length, path), uri, name });
  }
  return found;
}

async function replaceWhole(edit: vscode.WorkspaceEdit, uri: vscode.Uri, base: string, text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.getText() !== base)
    throw new Error(vscode.l10n.t('{0} was edited in the meantime, so nothing was saved.', baseName(uri)));
  edit.replace(uri, new vscode.Range(document.positionAt(0), document.positionAt(base.length)), text);
}
