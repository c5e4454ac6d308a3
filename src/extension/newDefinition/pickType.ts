import * as vscode from 'vscode';
import type { TypeModel } from '../../service/newDefinitionService.ts';

interface TypeItem extends vscode.QuickPickItem {
  readonly model?: TypeModel;
}

/**
 * Lets a person pick a parser type, grouped by system; `undefined` when they do not. `onActive` is told of each type that
 * is highlighted on the way. `start`: the type that is highlighted first. `isFirst`: the name is asked for next.
 */
export function pickType(
  types: readonly TypeModel[],
  start: string | undefined,
  isFirst: boolean,
  onActive: (type: TypeModel) => void,
): Promise<TypeModel | undefined> {
  return new Promise(resolve => {
    const list = vscode.window.createQuickPick<TypeItem>();
    list.title = vscode.l10n.t('New Parser Definition');
    list.placeholder = vscode.l10n.t('How should the model answer?');
    list.step = isFirst ? 1 : undefined;
    list.totalSteps = isFirst ? 2 : undefined;
    list.matchOnDescription = true;
    // The document that shows the type is opened meanwhile.
    list.ignoreFocusOut = true;
    list.items = itemsOf(types, '');
    const active = list.items.find(({ model }) => model !== undefined && model.type === start);
    if (active) list.activeItems = [active];
    list.onDidChangeValue(value => {
      list.items = itemsOf(types, value.trim().toLowerCase());
    });
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

/** `typed`: what types are searched for. The list looks for it in names and summaries; a system's name finds all of its types. */
function itemsOf(types: readonly TypeModel[], typed: string): TypeItem[] {
  const isAsked = ({ system }: TypeModel) => typed !== '' && system.toLowerCase().startsWith(typed);
  return types.flatMap((model, i) => [
    ...(model.system === types[i - 1]?.system
      ? []
      : [{ label: model.system, kind: vscode.QuickPickItemKind.Separator }]),
    { label: model.type, description: model.summary, model, alwaysShow: isAsked(model) },
  ]);
}
