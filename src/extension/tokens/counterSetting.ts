import * as vscode from 'vscode';
import { usualCounter } from '../../engine/index.ts';
import { prefix } from '../commands.ts';
import { getSetting } from '../settings.ts';
import { engineCounter } from './tokenizers.ts';

/** The counter for places with room for one number: the first that the user chose. */
export function counterFor(scope: vscode.TextDocument | vscode.Uri | undefined): string {
  return engineCounter(getSetting('tokens.counters', scope)[0] ?? usualCounter, scope);
}

/** The first counter that the user chose; `undefined` where `tokens.counters` is as it comes. */
export function chosenCounter(scope: vscode.Uri): string | undefined {
  const found = vscode.workspace.getConfiguration(prefix, scope).inspect('tokens.counters');
  const isSet = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
  return isSet === undefined ? undefined : counterFor(scope);
}
