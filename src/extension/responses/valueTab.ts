import * as vscode from 'vscode';
import type { TextPath } from '../../service/responsesService.ts';

/** The scheme of the read-only documents that hold a value, an error or what the model is told. */
export const valueScheme = 'parserlens-value';

/** Whether a tab shows a part of a response: those have a narrow group of their own below it. */
export function isValueTab({ input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputText && input.uri.scheme === valueScheme;
}

/** The session and the path in its result that a value's document shows. */
export function valuePlace(uri: vscode.Uri): { readonly id: string; readonly path: TextPath } {
  try {
    const [id, path] = JSON.parse(uri.query) as [string, TextPath];
    return { id, path };
  } catch {
    // A document of another session of VS Code, restored: its result is gone.
    return { id: '', path: ['value'] };
  }
}
