import * as vscode from 'vscode';
import { setContext } from '../commands.ts';
import { LaterFeature, loadPanels } from '../later/laterFeature.ts';
import type { Services } from '../services.ts';
import { definitionSelector } from '../structure/references.ts';
import { isSourceDocument, parsersOfCell, sourceDocuments } from './sourceDocuments.ts';

/** Completion and links in a definition's `source`, and the light bulb on a parser's call: loaded where there is one. */
export function registerSources(services: Services): vscode.Disposable {
  const providers = async () => (await loadPanels()).sourceProviders(services);
  const completions: vscode.CompletionItemProvider = {
    async provideCompletionItems(document, position, ...rest) {
      if (!/"source"\s*:\s*"[^"]*$/.test(document.lineAt(position.line).text.slice(0, position.character)))
        return undefined;
      return (await providers()).completions.provideCompletionItems(document, position, ...rest);
    },
  };
  const links: vscode.DocumentLinkProvider = {
    async provideDocumentLinks(document, token) {
      if (!document.getText().includes('"source"')) return undefined;
      return (await providers()).links.provideDocumentLinks(document, token);
    },
  };
  const actions: vscode.CodeActionProvider = {
    async provideCodeActions(document, ...rest) {
      return isSourceDocument(document) || parsersOfCell(document)
        ? (await providers()).actions.provideCodeActions(document, ...rest)
        : undefined;
    },
  };
  return vscode.Disposable.from(
    new LaterFeature(services.log, { commands: ['askPython'] }, panels => panels.registerAskPython(services)),
    new LaterFeature(services.log, { commands: ['moveSamples'] }, panels => panels.registerMoveSamples(services)),
    vscode.languages.registerCompletionItemProvider(definitionSelector, completions, '"', '/', '#'),
    vscode.languages.registerDocumentLinkProvider(definitionSelector, links),
    vscode.languages.registerCodeActionsProvider(sourceDocuments, actions, {
      providedCodeActionKinds: [vscode.CodeActionKind.Refactor],
    }),
  );
}

/** Keeps the context key `parserlens.inSource`: whether the active editor shows a source that names a class of a parser. */
export function followInSource(): vscode.Disposable {
  let current = false;
  const look = () => {
    const document = vscode.window.activeTextEditor?.document;
    const is = document !== undefined && (isSourceDocument(document) || parsersOfCell(document) !== undefined);
    if (is === current) return;
    current = is;
    void setContext('inSource', is);
  };
  look();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(look),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && document === vscode.window.activeTextEditor?.document) look();
    }),
  );
}
