import * as vscode from 'vscode';
import type { ExportModel } from '../../service/interchangeService.ts';
import { back, pickOne } from '../steps.ts';

interface LossItem extends vscode.QuickPickItem {
  readonly goesOn?: true;
}

/** Shows what an export cannot carry, before anything is written. True when the user wants it all the same. */
export async function confirmLosses(
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
