import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { registerFileLinks } from './registerFileLinks.ts';
import { registerMissingFiles } from './registerMissingFiles.ts';
import { registerPathCompletion } from './registerPathCompletion.ts';

/** What concerns the files that definitions name, responses of samples and modules: links, completion, and what is missing. */
export function registerStructure(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    registerFileLinks(services),
    registerPathCompletion(services),
    registerMissingFiles(services),
  );
}
