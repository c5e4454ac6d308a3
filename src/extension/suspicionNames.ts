import type * as vscode from 'vscode';
import type { SuspicionNames } from '../service/choiceOf.ts';
import { getSetting } from './settings.ts';

/** The suspicions that the settings of a file switch off, and those that are looked for because they name them. */
export function suspicionNames(uri: vscode.Uri | undefined): Required<SuspicionNames> {
  return { off: getSetting('evaluation.off', uri), on: getSetting('evaluation.on', uri) };
}
