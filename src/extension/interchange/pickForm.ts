import * as vscode from 'vscode';
import type { FormModel } from '../../view/interchangeService.ts';

interface FormItem extends vscode.QuickPickItem {
  readonly form?: FormModel;
}

/** Lets a person pick a form. Forms that have no words for the definition are shown with the reason, and cannot be picked. */
export function pickForm(title: string, forms: readonly FormModel[]): Promise<string | undefined> {
  return new Promise(resolve => {
    const list = vscode.window.createQuickPick<FormItem>();
    list.title = title;
    list.placeholder = vscode.l10n.t('Pick a form');
    list.matchOnDescription = true;
    list.matchOnDetail = true;
    const possible = forms.filter(({ refusal }) => refusal === undefined);
    const refused = forms.filter(({ refusal }) => refusal !== undefined);
    list.items = [
      ...possible.map(form => ({ label: form.label, detail: form.summary.replaceAll('`', ''), form })),
      ...(refused.length > 0
        ? [{ label: vscode.l10n.t('not possible'), kind: vscode.QuickPickItemKind.Separator }]
        : []),
      ...refused.map(form => ({
        label: `$(circle-slash) ${form.label}`,
        detail: form.refusal?.replaceAll('`', '') ?? '',
        form,
      })),
    ];
    list.onDidAccept(() => {
      const form = list.selectedItems[0]?.form;
      if (!form) return;
      if (form.refusal !== undefined) {
        list.placeholder = form.refusal.replaceAll('`', '');
        return;
      }
      resolve(form.id);
      list.hide();
    });
    list.onDidHide(() => {
      resolve(undefined);
      list.dispose();
    });
    list.show();
  });
}
