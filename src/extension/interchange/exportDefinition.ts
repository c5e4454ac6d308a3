import * as vscode from 'vscode';
import { baseName } from '../definitions/definitionStore.ts';
import { withProgress } from '../progress.ts';
import type { Services } from '../services.ts';
import { confirmLosses } from './confirmLosses.ts';
import { openText } from './openText.ts';
import { pickForm } from './pickForm.ts';

/** What a keybinding may say: `"args": { "parser": "discussion", "to": "openai-tools" }`. */
interface Options {
  readonly parser?: string;
  readonly to?: string;
}

/** What is exported: a file, and a definition of it where one is meant. */
export interface ExportTarget {
  readonly uri: vscode.Uri;
  readonly name?: string;
}

/** *Export Definition As…*: which definitions, which form, what that loses; then a new document. */
export async function exportDefinition(
  { definitions, engine }: Services,
  target: ExportTarget,
  options: Options,
): Promise<void> {
  const file = await definitions.file(target.uri);
  if (!file) throw new Error(vscode.l10n.t('{0} cannot be read.', baseName(target.uri)));
  const all = file.definitions.map(({ name, type }) => ({ label: name, description: type }));
  if (all.length === 0)
    throw new Error(vscode.l10n.t('{0} holds no definition that can be used.', baseName(target.uri)));
  const wanted = options.parser ?? target.name;
  const names =
    wanted !== undefined && all.some(({ label }) => label === wanted) ? [wanted] : await pickNames(all, atCursor(file));
  if (!names) return;
  const request = { text: file.text, fileName: file.fileName, names };
  const title =
    names.length === 1
      ? vscode.l10n.t('Export {0} As', names[0]!)
      : vscode.l10n.t('Export {0} Definitions As', names.length);
  const wait = <T>(running: Promise<T>) => withProgress(title, running, () => engine.stopFit());
  const form = options.to ?? (await pickForm(title, await wait(engine.interchange.exportForms(request))));
  if (form === undefined) return;
  const model = await wait(engine.interchange.exportAs(request, form));
  if (!model) {
    const forms = await engine.interchange.exportForms(request);
    throw new Error(forms.find(({ id }) => id === form)?.refusal ?? vscode.l10n.t('There is no form {0}.', form));
  }
  if (!(await confirmLosses(model))) return;
  const name = names.length === 1 ? names[0]! : baseName(target.uri).replace(/\.parser\.json$/, '');
  const document = await openText(target.uri, name, model.extension, model.text, model.language);
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });
}

/** The definition that the cursor is in. */
function atCursor(file: {
  readonly uri: vscode.Uri;
  readonly definitions: readonly {
    readonly name: string;
    readonly span: { readonly start: number; readonly end: number };
  }[];
}): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.toString() !== file.uri.toString()) return undefined;
  const offset = editor.document.offsetAt(editor.selection.active);
  return file.definitions.find(({ span }) => span.start <= offset && offset <= span.end)?.name;
}

/** The definitions to export: the only one, or those that are ticked. */
async function pickNames(
  all: readonly { readonly label: string; readonly description: string }[],
  current: string | undefined,
): Promise<readonly string[] | undefined> {
  if (all.length === 1) return [all[0]!.label];
  const items = all.map(item => ({ ...item, picked: current === undefined || item.label === current }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Export Definition As'),
    placeHolder: vscode.l10n.t('Pick the definitions that go into one file'),
    canPickMany: true,
  });
  return picked && picked.length > 0 ? picked.map(({ label }) => label) : undefined;
}
