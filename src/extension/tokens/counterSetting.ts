import type * as vscode from 'vscode';
import { getSetting } from '../settings.ts';
import { engineCounter } from './tokenizers.ts';

/** The counter for places with room for one number: the first that the user chose. */
export function counterFor(scope: vscode.TextDocument | vscode.Uri | undefined): string {
  return engineCounter(getSetting('tokens.counters', scope)[0] ?? 'o200k_base', scope);
}
