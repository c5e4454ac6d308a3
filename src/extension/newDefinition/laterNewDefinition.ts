import * as vscode from 'vscode';
import { prefix } from '../commands.ts';
import { definitionDocuments, isDefinitionUri } from '../definitions/definitionUris.ts';
import { LaterFeature } from '../later/laterFeature.ts';
import type { Services } from '../services.ts';
import { getSetting } from '../settings.ts';

/** *New Parser Definition…*, and the lenses of an empty `.parser.json`: a type to start with, an answer to draft for, an import. */
export function laterNewDefinition(services: Services): vscode.Disposable {
  const commands = ['newDefinition', 'fillDefinition', 'pasteAnswer'];
  return vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider(definitionDocuments, { provideCodeLenses: emptyFileLenses }),
    new LaterFeature(services.log, { commands }, panels => panels.registerNewDefinition(services)),
  );
}

function emptyFileLenses(document: vscode.TextDocument): vscode.CodeLens[] {
  if (!isDefinitionUri(document.uri) || !getSetting('codeLens.enabled', document)) return [];
  if (document.getText().trim() !== '') return [];
  const lens = (title: string, tooltip: string, command: string, ...args: unknown[]) =>
    new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
      title,
      tooltip,
      command: `${prefix}.${command}`,
      arguments: args,
    });
  const address = document.uri.toString();
  return [
    lens(vscode.l10n.t('New…'), vscode.l10n.t('Pick how the model should answer'), 'fillDefinition', address),
    lens(
      vscode.l10n.t('Paste an Answer'),
      vscode.l10n.t('Draft a definition that reads the answer on the clipboard'),
      'pasteAnswer',
      address,
    ),
    lens(
      vscode.l10n.t('Import…'),
      vscode.l10n.t('Read Python, YAML, TypeScript or a JSON Schema into a new definition'),
      'importDefinition',
    ),
  ];
}
