import * as vscode from 'vscode';

/** What remembers something of origins, such as `https://api.openai.com`: keys, permissions. */
export interface OriginMemory {
  readonly origins: readonly string[];
  forget(origin: string): Promise<void>;
}

/** Lets the user choose an origin to be forgotten; `none` is said where there is not any. */
export async function forgetOrigin(
  memory: OriginMemory,
  words: { readonly none: string; readonly title: string; readonly placeHolder: string },
): Promise<void> {
  const { none, ...options } = words;
  const { origins } = memory;
  if (origins.length === 0) {
    void vscode.window.showInformationMessage(none);
    return;
  }
  const origin = await vscode.window.showQuickPick(origins, options);
  if (origin !== undefined) await memory.forget(origin);
}
