import * as vscode from 'vscode';
import { definitionDocuments } from '../definitions/definitionDocuments.ts';
import type { Services } from '../services.ts';
import { keyCompletions } from './keyCompletions.ts';
import { keyHovers } from './keyHovers.ts';
import { keyNavigation } from './keyNavigation.ts';

/** Completion, navigation and hovers for the keys of a definition's value. */
export function registerKeys(services: Services): vscode.Disposable {
  const navigation = keyNavigation(services);
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(definitionDocuments, keyCompletions(services), '"'),
    vscode.languages.registerDefinitionProvider(definitionDocuments, navigation),
    vscode.languages.registerReferenceProvider(definitionDocuments, navigation),
    vscode.languages.registerDocumentHighlightProvider(definitionDocuments, navigation),
    vscode.languages.registerHoverProvider(definitionDocuments, keyHovers(services)),
  );
}
