import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** What stands in for the user: what is picked, typed and clicked, in order; and what was shown. */
export interface User {
  /** The answers to quick picks, by the beginning of the label; input boxes take theirs from `typed`. */
  picks: string[];
  typed: string[];
  /** The button of each dialog, by its beginning; absent: dismissed. */
  clicks: string[];
  shown: string[];
  /** Ends what shows its progress. */
  cancel?: vscode.CancellationToken;
}

/** Runs with the user's answers in the place of VS Code's dialogs. */
export async function withUser<T>(user: User, run: () => Thenable<T>): Promise<T> {
  const click = async (message: string, ...rest: unknown[]) => {
    const { detail } = (typeof rest[0] === 'object' ? rest[0] : {}) as vscode.MessageOptions;
    user.shown.push(message, ...(detail ? [detail] : []));
    const buttons = rest.filter((each): each is string => typeof each === 'string');
    const wanted = user.clicks[0];
    const button = buttons.find(each => wanted !== undefined && each.startsWith(wanted));
    if (button !== undefined) user.clicks.shift();
    return button;
  };
  const pick = async (items: unknown) => {
    const wanted = user.picks.shift() ?? '';
    const list = (await (items as Promise<(vscode.QuickPickItem | string)[]>)) as vscode.QuickPickItem[];
    const found = list.find(item => (typeof item === 'string' ? item : item.label).startsWith(wanted));
    assert.ok(found, `${wanted} among ${list.map(item => item.label).join(', ')}`);
    return found;
  };
  const before: Record<string, unknown> = {};
  const stubs: Record<string, unknown> = {
    showQuickPick: async (items: unknown, options?: vscode.QuickPickOptions) => {
      const picked = await pick(items);
      return options?.canPickMany ? [picked] : picked;
    },
    createQuickPick: () => quickPick(pick),
    showInputBox: async () => user.typed.shift(),
    withProgress: (options: vscode.ProgressOptions, task: Parameters<typeof vscode.window.withProgress>[1]) =>
      user.cancel
        ? task({ report: () => {} }, user.cancel)
        : (before.withProgress as typeof vscode.window.withProgress)(options, task),
    showWarningMessage: click,
    showInformationMessage: click,
    showErrorMessage: click,
  };
  for (const name of Object.keys(stubs)) before[name] = Reflect.get(vscode.window, name);
  Object.assign(vscode.window, stubs);
  try {
    return await run();
  } finally {
    Object.assign(vscode.window, before);
  }
}

/** A quick pick whose answer comes as soon as it is shown. */
function quickPick(pick: (items: unknown) => Promise<vscode.QuickPickItem>) {
  let accept = () => {};
  let hide = () => {};
  const list = {
    items: [] as vscode.QuickPickItem[],
    selectedItems: [] as vscode.QuickPickItem[],
    onDidAccept(listener: () => void) {
      accept = listener;
    },
    onDidHide(listener: () => void) {
      hide = listener;
    },
    onDidTriggerButton: () => {},
    onDidTriggerItemButton: () => {},
    onDidChangeSelection: () => {},
    hide: () => hide(),
    dispose: () => {},
    show: async () => {
      list.selectedItems = [await pick(Promise.resolve(list.items))];
      accept();
    },
  };
  return list;
}
