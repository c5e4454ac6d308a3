import * as vscode from 'vscode';
import type { TypeModel } from '../../service/newDefinitionService.ts';

interface TypeItem extends vscode.QuickPickItem {
  readonly model?: TypeModel;
}

/**
 * Lets the user pick a parser type by what they want of the model; `undefined` when they do not. `onActive` gets each type that
 * is highlighted on the way. `start`: the type that is highlighted first. `isFirst`: the name is the next step.
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
    list.matchOnDetail = true;
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

/**
 * The types under what their authors want of the model, each with a short answer; the system comes second. `typed`: what types are
 * searched for. The list looks for it in all that a row says; a want's first letters find all of its types.
 */
function itemsOf(types: readonly TypeModel[], typed: string): TypeItem[] {
  const isAsked = ({ want }: TypeModel) => typed !== '' && wantWords(want).toLowerCase().startsWith(typed);
  return types.flatMap((model, i) => [
    ...(model.want === types[i - 1]?.want
      ? []
      : [{ label: wantWords(model.want), kind: vscode.QuickPickItemKind.Separator }]),
    {
      label: model.summary.replaceAll('`', ''),
      description: `${model.system} · ${model.type}`,
      ...(model.answer !== undefined && { detail: model.answer.replaceAll('\n', ' ⏎ ') }),
      model,
      alwaysShow: isAsked(model),
    },
  ]);
}

function wantWords(want: TypeModel['want']): string {
  switch (want) {
    case 'json':
      return vscode.l10n.t('JSON');
    case 'tags':
      return vscode.l10n.t('Tags');
    case 'code':
      return vscode.l10n.t('Code');
    case 'command':
      return vscode.l10n.t('A command');
    case 'tool-calls':
      return vscode.l10n.t('Tool calls');
    case 'list':
      return vscode.l10n.t('A list or a single value');
    case 'dialogue':
      return vscode.l10n.t('A line of dialogue');
    case 'own':
      return vscode.l10n.t('A format of your own');
  }
}
