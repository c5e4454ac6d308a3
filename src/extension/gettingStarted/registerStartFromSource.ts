import * as vscode from 'vscode';
import { namesParsers } from '../../engine/index.ts';
import type { DefinitionSummary } from '../../views/definitions.ts';
import { prefix, registerCommand } from '../commands.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { openDocument } from '../definitions/openDocument.ts';
import { revealSpan } from '../instruction/revealSpan.ts';
import type { Services } from '../services.ts';
import { notebookSource } from '../sources/notebookSource.ts';
import { isSourceUri, sourceEndings, sourcePattern } from '../sources/sourceDocuments.ts';

/** The most files that are looked through, and how many at once. */
const maxFiles = 3000;
const batchSize = 32;
/** Bytes of a file that is looked through: larger ones are made by programs. */
const maxBytes = 1_500_000;
const installed = '**/{node_modules,site-packages,venv,.*}/**';

interface SourceItem extends vscode.QuickPickItem {
  /** Absent: the user chooses a file on the disk. */
  readonly uri?: vscode.Uri;
}

/** *I Have Parsers in Python*: the sources of the workspace that name a class of a parser are searched for, because the user asks; the one that is picked opens with its preview. */
export function registerStartFromSource(services: Services): vscode.Disposable {
  return registerCommand(services.log, 'startFromSource', async () => {
    const uri = await pickSource();
    if (!uri) return;
    const file = await services.definitions.file(uri);
    const [first] = file?.definitions ?? [];
    if (!file || !first)
      throw new Error(
        vscode.l10n.t(
          '{0} makes no parser that ParserLens knows: those of AgentScope 0.1, LangChain and Langroid, in Python or TypeScript.',
          baseName(uri),
        ),
      );
    await showCall(services, uri, first);
    await vscode.commands.executeCommand(`${prefix}.previewInstruction`, uri, first.name);
    services.milestones.reach('definition');
  });
}

/** Shows the call of a parser with the cursor there: that of a notebook in its cell. */
async function showCall({ definitions }: Services, uri: vscode.Uri, { name, span }: DefinitionSummary): Promise<void> {
  if (uri.path.endsWith('.ipynb')) {
    await vscode.commands.executeCommand('vscode.open', uri, { viewColumn: vscode.ViewColumn.One, preview: false });
    // The text of an open notebook is another, with the same parsers.
    const call = (await definitions.file(uri))?.definitions.find(each => each.name === name);
    if (notebookSource(uri) && call) return revealSpan(uri, { start: call.span.start, end: call.span.start });
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const place = document.positionAt(span.start);
  const selection = new vscode.Range(place, place);
  await vscode.window.showTextDocument(document, { preview: false, viewColumn: vscode.ViewColumn.One, selection });
}

/** The only source with parsers, or the one that the user picks. */
async function pickSource(): Promise<vscode.Uri | undefined> {
  const found = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Looking for parsers'), cancellable: true },
    (_, token) => findSources(token),
  );
  if (!found) return undefined;
  const [only, another] = found;
  if (only && !another) return only;
  const items: SourceItem[] = found.map(uri => {
    const path = vscode.workspace.asRelativePath(uri);
    return { label: baseName(uri), ...(path !== baseName(uri) && { description: path }), uri };
  });
  items.push({ label: `$(folder-opened) ${vscode.l10n.t('Another File…')}` });
  const title = vscode.l10n.t('Parsers in Python or TypeScript');
  const none = vscode.l10n.t('No file of this folder names a parser of AgentScope 0.1, LangChain or Langroid');
  const placeHolder = only ? vscode.l10n.t('Which file makes the parser? It is read, never run') : none;
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder, matchOnDescription: true });
  if (!picked || picked.uri) return picked?.uri;
  const filters = { [vscode.l10n.t('Python and TypeScript')]: [...sourceEndings] };
  const [chosen] = (await vscode.window.showOpenDialog({ title, filters })) ?? [];
  return chosen;
}

/** The sources of the workspace that name a class of a parser, by path. `undefined`: the user ended the search. */
async function findSources(token: vscode.CancellationToken): Promise<readonly vscode.Uri[] | undefined> {
  const all = (await vscode.workspace.findFiles(sourcePattern, installed, maxFiles, token)).filter(isSourceUri);
  const found: vscode.Uri[] = [];
  for (let at = 0; at < all.length && !token.isCancellationRequested; at += batchSize) {
    const batch = all.slice(at, at + batchSize);
    const named = await Promise.all(batch.map(namesAny));
    found.push(...batch.filter((_, i) => named[i]));
  }
  return token.isCancellationRequested ? undefined : found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function namesAny(uri: vscode.Uri): Promise<boolean> {
  try {
    const document = openDocument(uri);
    if (document) return namesParsers(document.getText());
    if ((await vscode.workspace.fs.stat(uri)).size > maxBytes) return false;
    return namesParsers(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
  } catch {
    // A file that cannot be read makes no parsers for us.
    return false;
  }
}
