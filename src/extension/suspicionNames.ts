import type * as vscode from 'vscode';
import { getSetting } from './settings.ts';

/** The suspicions that the settings of a file switch off, and those that are looked for because they name them. */
export function suspicionNames(uri: vscode.Uri | undefined): {
  readonly off: readonly string[];
  readonly on: readonly string[];
} {
  return { off: getSetting('evaluation.off', uri), on: getSetting('evaluation.on', uri) };
}
