import * as vscode from 'vscode';
import type { ExportModel } from '../../view/interchangeService.ts';

interface LossItem extends vscode.QuickPickItem {
  readonly goesOn?: true;
}

/** Shows what an export cannot carry, before anything is written. True when the person wants it all the same. */
export function confirmLosses({ label, losses, lossCount }: ExportModel): Promise<boolean> {
  if (lossCount === 0) return Promise.resolve(true);
  return new Promise(resolve => {
    const list = vscode.window.createQuickPick<LossItem>();
    list.title = vscode.l10n.t('Export as {0}', label);
    list.placeholder = vscode.l10n.t('What this form does not carry is listed here. Enter goes on, Escape cancels.');
    list.matchOnDescription = true;
    const several = new Set(losses.map(({ definition }) => definition)).size > 1;
    list.items = [
      { label: `$(arrow-right) ${vscode.l10n.t('Continue')}`, goesOn: true, alwaysShow: true },
      {
        label:
          lossCount === 1
            ? vscode.l10n.t('1 thing is different')
            : vscode.l10n.t('{0} things are different', lossCount),
        kind: vscode.QuickPickItemKind.Separator,
      },
      ...losses.map(({ definition, message }) => ({
        label: message.replaceAll('`', ''),
        description: several ? (definition ?? '') : '',
      })),
    ];
    list.onDidAccept(() => {
      if (!list.selectedItems[0]?.goesOn) return;
      resolve(true);
      list.hide();
    });
    list.onDidHide(() => {
      resolve(false);
      list.dispose();
    });
    list.show();
  });
}
