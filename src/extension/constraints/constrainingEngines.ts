import type * as vscode from 'vscode';
import { chosenSetting } from '../settings.ts';

/** The engines that the user chose: of all that there are hardly anybody wants to know what each drops. */
export function constrainingEngines(document: vscode.TextDocument): readonly string[] {
  return chosenSetting('engines', document) ?? [];
}
