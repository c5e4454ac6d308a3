import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { openDocument } from '../definitions/openDocument.ts';
import { warnUntrusted } from '../modules/trust.ts';
import type { Services } from '../services.ts';
import { exists } from '../structure/files.ts';
import { withProgress } from '../withProgress.ts';
import { notebookOfCell } from './notebookSource.ts';

/** *Ask Python*: imports a source and takes from the objects that it makes what reading does not know of them. In trusted workspaces alone. */
export function registerAskPython(services: Services): vscode.Disposable {
  const { definitions, engine, log } = services;
  return registerCommand(log, 'askPython', async (place?: unknown) => {
    const uri = typeof place === 'string' ? vscode.Uri.parse(place) : activeSource();
    if (!uri) return;
    if (!vscode.workspace.isTrusted) {
      warnUntrusted(vscode.l10n.t('Python runs only in a trusted workspace.'));
      return;
    }
    const before = await definitions.file(uri);
    if (!before?.source)
      throw new Error(vscode.l10n.t('{0} makes no parser that Python could be asked for.', baseName(uri)));
    const files = before.source.files.map(path => uri.with({ path }));
    if (!(await saved([uri, ...files]))) return;
    const source = (await definitions.file(uri))?.source;
    if (!source) throw new Error(vscode.l10n.t('{0} cannot be read.', baseName(uri)));
    const title = uri.path.endsWith('.ipynb')
      ? vscode.l10n.t('Python runs the cells of {0}', baseName(uri))
      : vscode.l10n.t('Python imports {0}', baseName(uri));
    const asking = engine.installed.askArguments(source.request, uri.fsPath, await importFolders(uri));
    const answer = await withProgress(title, asking, () => engine.stop('find'));
    if (!answer) return;
    if (!answer.ok) throw new Error(withHint(answer.reason));
    const { parsers, python, interpreter, notes } = answer;
    definitions.setPythonAnswer(uri, {
      path: uri.path,
      text: source.written,
      parsers,
      python,
      interpreter,
      at: new Date(),
    });
    if (notes.length > 0) void vscode.window.showWarningMessage(notes.join(' '));
  });
}

/** The source that the active editor shows; of a cell its notebook. */
function activeSource(): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document && (notebookOfCell(document)?.notebook.uri ?? document.uri);
}

/** Saves what Python would otherwise read as it was, if the user wants it; false: they do not. */
async function saved(uris: readonly vscode.Uri[]): Promise<boolean> {
  const unsaved = [...new Set(uris.map(openDocument))].filter(document => document?.isDirty === true);
  if (unsaved.length === 0) return true;
  const names = unsaved.map(document => baseName(document!.uri)).join(', ');
  const save = vscode.l10n.t('Save and Ask');
  const message = vscode.l10n.t('Python reads what is saved. Not saved: {0}.', names);
  if ((await vscode.window.showWarningMessage(message, save)) !== save) return false;
  const done = await Promise.all(unsaved.map(document => document!.save()));
  return done.every(Boolean);
}

/** The folders that a file's own imports may start in: that of its project, and `src` in it. */
async function importFolders(uri: vscode.Uri): Promise<readonly string[]> {
  const top = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  for (let folder = vscode.Uri.joinPath(uri, '..'); ; folder = vscode.Uri.joinPath(folder, '..')) {
    const marks = ['pyproject.toml', 'setup.py'].map(name => exists(vscode.Uri.joinPath(folder, name)));
    const isProject = (await Promise.all(marks)).some(Boolean);
    if (isProject || !top || folder.path.length <= top.path.length)
      return [folder.fsPath, vscode.Uri.joinPath(folder, 'src').fsPath];
  }
}

/** Why a file cannot be imported, with what most often helps where a variable of the environment is missing. */
function withHint(reason: string): string {
  if (!/\bKeyError\b/.test(reason)) return reason;
  const hint = vscode.l10n.t(
    'Of the environment Python sees what the setting parserlens.python.passEnvironment names.',
  );
  return `${reason} ${hint}`;
}
