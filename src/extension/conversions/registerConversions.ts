import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import { definitionDocuments } from '../definitions/definitionUris.ts';
import { loadPanels } from '../later/laterFeature.ts';
import { loadedOnce } from '../loadedOnce.ts';
import type { Services } from '../services.ts';
import type { ConversionRequest } from './conversionActions.ts';

/** Refactorings that make a definition one of another type, loaded with the first request for code actions. */
export function registerConversions(services: Services): vscode.Disposable {
  const actions = loadedOnce(async () => (await loadPanels()).conversionActions(services));
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: async (...place) => (await actions()).provideCodeActions(...place),
  };
  const providedCodeActionKinds = [vscode.CodeActionKind.RefactorRewrite.append('parserlens')];
  return vscode.Disposable.from(
    vscode.languages.registerCodeActionsProvider(definitionDocuments, provider, { providedCodeActionKinds }),
    registerCommand(services.log, 'convertDefinition', async (request: ConversionRequest) =>
      (await actions()).convert(request),
    ),
  );
}
