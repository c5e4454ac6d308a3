import * as vscode from 'vscode';
import type { SelectedResponse } from '../../service/findService.ts';
import { prefix } from '../commands.ts';
import type { Services } from '../services.ts';
import type { ParserChoice } from './choiceItems.ts';
import { parserList } from './parserList.ts';

/**
 * The list of *Parse Selection with Parser…*: what reads the responses, with what it gives; what would after one edit; what
 * has their keys; the definition last used for the file, the one in the preview, those last used in the workspace; what reads them as it would anything; types to draft a definition of; the others.
 */
export async function pickParser(
  services: Services,
  document: vscode.Uri,
  responses: readonly SelectedResponse[],
): Promise<ParserChoice | undefined> {
  const isNothing = responses.every(({ text }) => text === '');
  const picked = await parserList(services, {
    title:
      responses.length > 1
        ? vscode.l10n.t('Parse {0} Selections with Parser', responses.length)
        : vscode.l10n.t('Parse with Parser'),
    placeholder: vscode.l10n.t('Pick the parser that reads this response'),
    near: document,
    search: async (files, options) =>
      isNothing ? { rows: [], total: 0 } : services.engine.find.findParsers(responses, files, options),
  });
  if (picked !== 'none') return picked;
  void nothingToPick();
  return undefined;
}

async function nothingToPick(): Promise<void> {
  const create = vscode.l10n.t('New Parser Definition');
  const message = vscode.l10n.t(
    'No parser definitions were found. A file whose name ends in .parser.json says how responses are read.',
  );
  if ((await vscode.window.showInformationMessage(message, create)) === create)
    await vscode.commands.executeCommand(`${prefix}.newDefinition`);
}
