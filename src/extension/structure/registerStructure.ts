import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { registerFileLinks } from './fileLinks.ts';
import { registerMissingFiles } from './missingFiles.ts';
import { registerPathCompletion } from './pathCompletion.ts';

/** What concerns the files that definitions name, responses of samples and modules: links, completion, and what is missing. */
export function registerStructure(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    registerFileLinks(services),
    registerPathCompletion(services),
    registerMissingFiles(services),
  );
}
