import * as vscode from 'vscode';

/** The scheme of the read-only documents that hold a value, an error or what the model is told. */
export const valueScheme = 'parserlens-value';

/** Whether a tab shows a part of a response: those have a narrow group of their own below it. */
export function isValueTab({ input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputText && input.uri.scheme === valueScheme;
}
