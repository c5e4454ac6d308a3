import * as vscode from 'vscode';
import type { ExportModel, ExportRequest, FormModel } from '../../service/interchangeService.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { openText } from '../definitions/newDocument.ts';
import { newDocumentColumn } from '../documentColumn.ts';
import type { Services } from '../services.ts';
import { back, pickOne } from '../steps.ts';
import { withProgress } from '../withProgress.ts';
import { intoSource, intoTokenizerConfig } from './intoItsPlace.ts';

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
export async function exportDefinition(services: Services, target: ExportTarget, options: Options): Promise<void> {
  const file = await services.definitions.file(target.uri);
  if (!file) throw new Error(vscode.l10n.t('{0} cannot be read.', baseName(target.uri)));
  const all = file.definitions.map(({ name, type }) => ({ label: name, description: type }));
  if (all.length === 0) throw new Error(vscode.l10n.t('{0} contains no usable definition.', baseName(target.uri)));
  const parserName = options.parser ?? target.name;
  const found = all.find(({ label }) => label === parserName) ?? (all.length === 1 ? all[0] : undefined);
  const preset: readonly string[] | undefined = found && [found.label];
  let current = atCursor(file);
  for (let names = preset; ; ) {
    names ??= await pickNames(all, current);
    if (!names) return;
    const chosen = await chooseForm(services, { text: file.text, fileName: file.fileName, names }, options.to, !preset);
    if (chosen === back) {
      current = names.length === 1 ? names[0] : undefined;
      names = undefined;
      continue;
    }
    if (!chosen) return;
    const request = { text: file.text, fileName: file.fileName, names };
    const done = chosen.intoConfig
      ? await intoTokenizerConfig(services, request)
      : chosen.language === 'python' && (await intoSource(services, request, chosen.form));
    if (done !== false) return;
    const name = names.length === 1 ? names[0]! : baseName(target.uri).replace(/\.parser\.json$/, '');
    const show = { viewColumn: newDocumentColumn(target.uri), preview: false };
    await openText(target.uri, name, chosen.extension, chosen.text, chosen.language, show);
    return;
  }
}

/** What is written, once the user has seen what the form cannot carry; `undefined`: they want nothing. */
async function chooseForm(
  { engine }: Services,
  request: ExportRequest,
  preset: string | undefined,
  canGoBack: boolean,
): Promise<ExportModel | typeof back | undefined> {
  const { names } = request;
  const title =
    names.length === 1
      ? vscode.l10n.t('Export {0} As', names[0]!)
      : vscode.l10n.t('Export {0} Definitions As', names.length);
  const wait = <T>(running: Promise<T>) => withProgress(title, running, () => engine.stop('find'));
  for (;;) {
    const forms = await wait(engine.interchange.exportForms(request));
    const form = preset ?? (await pickForm(title, forms, canGoBack));
    if (form === undefined || form === back) return form;
    const model = await wait(engine.interchange.exportAs(request, form));
    if (!model)
      throw new Error(forms.find(({ id }) => id === form)?.refusal ?? vscode.l10n.t('There is no form {0}.', form));
    const goesOn = await confirmLosses(model, preset === undefined);
    if (goesOn !== back) return goesOn ? model : undefined;
  }
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

/** The definitions to export, as they are ticked. */
async function pickNames(
  all: readonly { readonly label: string; readonly description: string }[],
  current: string | undefined,
): Promise<readonly string[] | undefined> {
  const items = all.map(item => ({ ...item, picked: current === undefined || item.label === current }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Export Definition As'),
    placeHolder: vscode.l10n.t('Pick the definitions to write to one file'),
    canPickMany: true,
  });
  return picked && picked.length > 0 ? picked.map(({ label }) => label) : undefined;
}

interface LossItem extends vscode.QuickPickItem {
  readonly goesOn?: true;
}

/** Shows what an export cannot carry, before anything is written. True when the user wants it all the same. */
async function confirmLosses(
  { label, losses, lossCount }: ExportModel,
  canGoBack: boolean,
): Promise<boolean | typeof back> {
  if (lossCount === 0) return true;
  const several = new Set(losses.map(({ definition }) => definition)).size > 1;
  const items: LossItem[] = [
    { label: `$(arrow-right) ${vscode.l10n.t('Continue')}`, goesOn: true, alwaysShow: true },
    {
      label:
        lossCount === 1 ? vscode.l10n.t('1 thing is different') : vscode.l10n.t('{0} things are different', lossCount),
      kind: vscode.QuickPickItemKind.Separator,
    },
    ...losses.flatMap(({ definition, message }, i): LossItem[] => {
      const item = { label: message.replaceAll('`', '') };
      const isFirst = several && definition !== undefined && definition !== losses[i - 1]?.definition;
      return isFirst ? [{ label: definition, kind: vscode.QuickPickItemKind.Separator }, item] : [item];
    }),
  ];
  const placeholder = vscode.l10n.t(
    'What this form cannot carry is listed here. Press Enter to continue or Escape to cancel.',
  );
  const picked = await pickOne(items, {
    title: vscode.l10n.t('Export as {0}', label),
    back: canGoBack,
    placeholder,
    refuse: item => (item.goesOn ? undefined : placeholder),
  });
  return picked === back ? back : picked !== undefined;
}

interface FormItem extends vscode.QuickPickItem {
  readonly form?: FormModel;
}

/** Lets the user pick a form. Forms that have no words for the definition have the reason, and cannot be picked. */
async function pickForm(
  title: string,
  forms: readonly FormModel[],
  canGoBack: boolean,
): Promise<string | typeof back | undefined> {
  const possible = forms.filter(({ refusal }) => refusal === undefined);
  const refused = forms.filter(({ refusal }) => refusal !== undefined);
  const items: FormItem[] = [
    ...possible.map(form => ({ label: form.label, detail: form.summary.replaceAll('`', ''), form })),
    ...(refused.length > 0 ? [{ label: vscode.l10n.t('not possible'), kind: vscode.QuickPickItemKind.Separator }] : []),
    ...refused.map(form => ({
      label: `$(circle-slash) ${form.label}`,
      detail: form.refusal?.replaceAll('`', '') ?? '',
      form,
    })),
  ];
  const picked = await pickOne(items, {
    title,
    back: canGoBack,
    placeholder: vscode.l10n.t('What should it be written as?'),
    matchOnDetail: true,
    refuse: ({ form }) => form?.refusal?.replaceAll('`', ''),
  });
  return picked === back ? back : picked?.form?.id;
}
