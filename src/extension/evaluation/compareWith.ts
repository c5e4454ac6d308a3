import * as vscode from 'vscode';
import type { EarlierText } from '../../protocol/evaluationProtocol.ts';
import { openDocument } from '../definitions/openDocument.ts';
import type { ParserItem } from '../find/choiceItems.ts';
import { parserList } from '../find/parserList.ts';
import type { Services } from '../services.ts';
import { committedText, definitionText, searchRows } from './evaluationRequest.ts';
import type { EvaluationTab } from './evaluationTab.ts';

interface EarlierChoice {
  readonly kind: EarlierText;
}

/**
 * *Compare with…*: asks for the same definition as it was when the page opened, committed or saved, or for another one, ranked by how well it
 * reads the first rows of the logs, and reads the logs with both.
 */
export async function compareWith(services: Services, panel: EvaluationTab): Promise<void> {
  const { definition, logs, opened } = panel.memory;
  const { name } = definition;
  const uri = vscode.Uri.parse(definition.uri);
  const picked = await parserList<EarlierChoice>(services, {
    title: vscode.l10n.t('Compare {0} with…', name),
    placeholder: vscode.l10n.t('Which rows does it read that the other one does not, and the other way round?'),
    near: uri,
    ofLog: true,
    without: { uri, name },
    above: () => earlierChoices(uri, name, opened),
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

async function earlierChoices(
  uri: vscode.Uri,
  name: string,
  opened: string | undefined,
): Promise<readonly ParserItem<EarlierChoice>[]> {
  const committed = await committedText(uri);
  const isEdited = openDocument(uri)?.isDirty && !openDocument(uri)?.isUntitled;
  const asOpened = {
    label: `$(history) ${vscode.l10n.t('{0}, as it was when the page opened', name)}`,
    description: vscode.l10n.t('what your edits changed since'),
    choice: { kind: 'opened' as const },
  };
  const inGit = {
    label: `$(git-commit) ${vscode.l10n.t('{0}, as committed', name)}`,
    description: 'HEAD',
    choice: { kind: 'committed' as const },
  };
  const saved = {
    label: `$(save) ${vscode.l10n.t('{0}, as saved', name)}`,
    description: vscode.l10n.t('without the unsaved edits'),
    choice: { kind: 'saved' as const },
  };
  return [
    ...(opened === undefined ? [] : [asOpened]),
    ...(committed === undefined ? [] : [inGit]),
    ...(isEdited ? [saved] : []),
  ];
}
