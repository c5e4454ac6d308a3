import * as vscode from 'vscode';
import type { ComparisonMemory } from '../../protocol/evaluationProtocol.ts';
import { openDocument } from '../definitions/openDocument.ts';
import type { ParserItem } from '../find/choiceItems.ts';
import { parserList } from '../find/parserList.ts';
import type { Services } from '../services.ts';
import { committedText } from './committedText.ts';
import { definitionText } from './evaluationRequest.ts';
import type { EvaluationTab } from './evaluationTab.ts';
import { searchRows } from './searchRows.ts';

interface EarlierText {
  readonly kind: Exclude<ComparisonMemory['kind'], 'definition'>;
}

/**
 * *Compare with…*: asks for the same definition as it was saved or committed, or for another one, ranked by how well it
 * reads the first rows of the logs, and reads the logs with both.
 */
export async function compareWith(services: Services, panel: EvaluationTab): Promise<void> {
  const { definition, logs } = panel.memory;
  const { name } = definition;
  const uri = vscode.Uri.parse(definition.uri);
  const picked = await parserList<EarlierText>(services, {
    title: vscode.l10n.t('Compare {0} with…', name),
    placeholder: vscode.l10n.t('Which rows does it read that the other one does not, and the other way round?'),
    near: uri,
    ofLog: true,
    without: { uri, name },
    above: () => earlierTexts(uri, name),
    search: async (files, options) =>
      searchRows(services, logs, files, options, await definitionText(services, uri, name)),
  });
  if (picked === 'none') {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There is no other definition, and no earlier text of {0} to compare it with.', name),
    );
    return;
  }
  if (!picked) return;
  if ('kind' in picked) await panel.compare(picked);
  else if ('uri' in picked) await panel.compare({ kind: 'definition', uri: picked.uri.toString(), name: picked.name });
}

async function earlierTexts(uri: vscode.Uri, name: string): Promise<readonly ParserItem<EarlierText>[]> {
  const committed = await committedText(uri);
  const isEdited = openDocument(uri)?.isDirty && !openDocument(uri)?.isUntitled;
  const saved = {
    label: `$(save) ${vscode.l10n.t('{0}, as saved', name)}`,
    description: vscode.l10n.t('without the unsaved edits'),
    choice: { kind: 'saved' as const },
  };
  const inGit = {
    label: `$(git-commit) ${vscode.l10n.t('{0}, as committed', name)}`,
    description: 'HEAD',
    choice: { kind: 'committed' as const },
  };
  return [...(isEdited ? [saved] : []), ...(committed === undefined ? [] : [inGit])];
}
