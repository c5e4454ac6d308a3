import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { keyCompletions } from './keyCompletions.ts';
import { keyHovers } from './keyHovers.ts';
import { keyNavigation } from './keyNavigation.ts';
import { keyRename } from './keyRename.ts';

/** The documents that may hold definitions: files by their name, and untitled JSON texts. */
const selector: vscode.DocumentSelector = [
  { pattern: '**/*.parser.json' },
  { scheme: 'untitled', language: 'json' },
  { scheme: 'untitled', language: 'jsonc' },
];

/** Completion, navigation, rename and hovers for the keys of a definition's value. */
export function registerLanguage(services: Services): vscode.Disposable {
  const navigation = keyNavigation(services);
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(selector, keyCompletions(services), '"'),
    vscode.languages.registerDefinitionProvider(selector, navigation),
    vscode.languages.registerReferenceProvider(selector, navigation),
    vscode.languages.registerDocumentHighlightProvider(selector, navigation),
    vscode.languages.registerRenameProvider(selector, keyRename(services)),
    vscode.languages.registerHoverProvider(selector, keyHovers(services)),
  );
}
