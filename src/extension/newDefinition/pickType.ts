import * as vscode from 'vscode';
import type { TypeModel } from '../../view/startersService.ts';

interface TypeItem extends vscode.QuickPickItem {
  readonly model?: TypeModel;
}

/**
 * Lets a person pick a parser type, grouped by system; `undefined` when they do not. `onActive` is told of each type that
 * is highlighted on the way. `start`: the type that is highlighted first.
 */
export function pickType(
  types: readonly TypeModel[],
  start: string | undefined,
  onActive: (type: TypeModel) => void,
): Promise<TypeModel | undefined> {
  return new Promise(resolve => {
    const list = vscode.window.createQuickPick<TypeItem>();
    list.title = vscode.l10n.t('New Parser Definition');
    list.placeholder = vscode.l10n.t('How is the model to answer?');
    list.step = 1;
    list.totalSteps = 2;
    list.matchOnDescription = true;
    // The document that shows the type is opened meanwhile.
    list.ignoreFocusOut = true;
    list.items = itemsOf(types);
    const active = list.items.find(({ model }) => model !== undefined && model.type === start);
    if (active) list.activeItems = [active];
    list.onDidChangeActive(([item]) => item?.model && onActive(item.model));
    list.onDidAccept(() => {
      const model = list.selectedItems[0]?.model;
      if (!model) return;
      resolve(model);
      list.hide();
    });
    list.onDidHide(() => {
      resolve(undefined);
      list.dispose();
    });
    list.show();
  });
}

function itemsOf(types: readonly TypeModel[]): TypeItem[] {
  return types.flatMap((model, i) => [
    ...(model.system === types[i - 1]?.system
      ? []
      : [{ label: model.system, kind: vscode.QuickPickItemKind.Separator }]),
    { label: model.type, description: model.summary, model },
  ]);
}
