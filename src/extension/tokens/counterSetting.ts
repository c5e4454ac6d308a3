import type * as vscode from 'vscode';
import { getSetting } from '../settings.ts';

/** The counter for places with room for one number: the first that the user chose. */
export function counterFor(scope: vscode.ConfigurationScope | undefined): string {
  return getSetting('tokens.counters', scope)[0] ?? 'o200k_base';
}
