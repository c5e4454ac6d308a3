import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import { toSpan } from '../convert.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { chooseDefinition } from '../instruction/chooseDefinition.ts';
import type { Services } from '../services.ts';
import { holdsDefinitions } from '../sources/sourceDocuments.ts';
import { DefinitionImports } from './definitionImports.ts';
import { type ExportTarget, exportDefinition } from './exportDefinition.ts';

/** *Export Definition As…*, *Import Parser Definition…* and *Import Selection as Parser Definition*. */
export function registerInterchange(services: Services): vscode.Disposable {
  const { log, engine } = services;
  const imports = new DefinitionImports(services);
  return vscode.Disposable.from(
    imports,
    registerCommand(log, 'exportDefinition', async (clicked?: unknown, options?: unknown) => {
      const target = targetOf(clicked) ?? activeDefinition() ?? (await chooseDefinition(services));
      if (!target) return;
      const { parser, to } = textsOf(targetOf(clicked) ? options : clicked);
      await exportDefinition(services, target, {
        ...(parser !== undefined && { parser }),
        ...(to !== undefined && { to }),
      });
    }),
    registerCommand(log, 'importDefinition', async (clicked?: unknown, selected?: unknown) => {
      const files = filesOf(clicked, selected) ?? (await pickSources(await engine.interchange.importExtensions()));
      const ordered = files && (await mergeOrder(files));
      if (!ordered) return;
      const documents = await Promise.all(ordered.map(uri => vscode.workspace.openTextDocument(uri)));
      for (const document of documents) await vscode.window.showTextDocument(document, { preview: false });
      await imports.read(documents);
    }),
    registerCommand(log, 'importSelection', async () => {
      const editor = vscode.window.activeTextEditor;
      if (!editor) throw new Error(vscode.l10n.t('Open the text to import, and select the definition in it.'));
      const { document, selection } = editor;
      await imports.read([document], selection.isEmpty ? undefined : toSpan(document, selection));
    }),
  );
}

/** A file of the Explorer, or a row of the *Parsers* view. */
function targetOf(clicked: unknown): ExportTarget | undefined {
  if (clicked instanceof vscode.Uri) return { uri: clicked };
  if (typeof clicked !== 'object' || clicked === null || !('uri' in clicked) || !(clicked.uri instanceof vscode.Uri))
    return undefined;
  const name = 'name' in clicked && typeof clicked.name === 'string' ? clicked.name : undefined;
  return { uri: clicked.uri, ...(name !== undefined && { name }) };
}

function activeDefinition(): ExportTarget | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document && holdsDefinitions(document) ? { uri: document.uri } : undefined;
}

function textsOf(options: unknown): Readonly<Record<string, string | undefined>> {
  if (typeof options !== 'object' || options === null) return {};
  const texts = Object.entries(options).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

/** The files of the Explorer that a command is called on. */
function filesOf(clicked: unknown, selected: unknown): readonly vscode.Uri[] | undefined {
  const isUri = (each: unknown): each is vscode.Uri => each instanceof vscode.Uri;
  const all = Array.isArray(selected) ? selected.filter(isUri) : [];
  return all.length > 0 ? all : isUri(clicked) ? [clicked] : undefined;
}

/** The active editor's file where it may hold something to import, or files that are picked. */
async function pickSources(extensions: readonly string[]): Promise<readonly vscode.Uri[] | undefined> {
  const active = vscode.window.activeTextEditor?.document;
  const title = vscode.l10n.t('Import Parser Definition');
  const fits = active && !active.uri.path.endsWith('.parser.json');
  if (active && fits) {
    const current = { label: `$(file) ${baseName(active.uri)}`, description: vscode.l10n.t('the active editor') };
    const other = { label: `$(folder-opened) ${vscode.l10n.t('Choose a File…')}` };
    const picked = await vscode.window.showQuickPick([current, other], {
      title,
      placeHolder: vscode.l10n.t('Pick what to import'),
    });
    if (picked !== other) return picked && [active.uri];
  }
  const options = {
    title,
    openLabel: vscode.l10n.t('Import'),
    canSelectMany: true,
    filters: { [vscode.l10n.t('Parser definitions of other systems')]: [...extensions] },
    ...(active &&
      vscode.workspace.fs.isWritableFileSystem(active.uri.scheme) && {
        defaultUri: vscode.Uri.joinPath(active.uri, '..'),
      }),
  };
  return vscode.window.showOpenDialog(options);
}

/**
 * Asks in which order several files are merged; later ones win. `undefined`: a user thought better of it. Throws for files
 * that cannot be merged.
 */
async function mergeOrder(files: readonly vscode.Uri[]): Promise<readonly vscode.Uri[] | undefined> {
  if (files.length < 2) return files;
  if (!files.every(({ path }) => /\.ya?ml$/i.test(path)))
    throw new Error(vscode.l10n.t('Only YAML files are merged; import other files one at a time.'));
  const ordered: vscode.Uri[] = [];
  let left = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  while (left.length > 1) {
    const items = left.map(uri => ({
      label: baseName(uri),
      description: vscode.workspace.asRelativePath(uri),
      uri,
    }));
    const picked = await vscode.window.showQuickPick(items, {
      title: vscode.l10n.t('Import Parser Definition'),
      placeHolder:
        ordered.length === 0
          ? vscode.l10n.t('Which file comes first? The others are merged over it.')
          : vscode.l10n.t('Which file is merged next, over {0}?', ordered.map(baseName).join(', ')),
    });
    if (!picked) return undefined;
    ordered.push(picked.uri);
    left = left.filter(uri => uri !== picked.uri);
  }
  return [...ordered, ...left];
}
