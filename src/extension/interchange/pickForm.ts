import * as vscode from 'vscode';
import type { FormModel } from '../../service/interchangeService.ts';
import { back, pickOne } from '../steps.ts';

interface FormItem extends vscode.QuickPickItem {
  readonly form?: FormModel;
}

/** Lets the user pick a form. Forms that have no words for the definition are shown with the reason, and cannot be picked. */
export async function pickForm(
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
