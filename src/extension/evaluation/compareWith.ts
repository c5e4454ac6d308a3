import * as vscode from 'vscode';
import type { ComparisonMemory } from '../../protocol/evaluationProtocol.ts';
import { openDocument } from '../definitions/openDocument.ts';
import type { Services } from '../services.ts';
import { committedText } from './committedText.ts';
import type { EvaluationTab } from './evaluationTab.ts';

/** *Compare with…*: asks for the other definition, or for the same one as it was saved or committed, and reads the logs with both. */
export async function compareWith({ definitions }: Services, panel: EvaluationTab): Promise<void> {
  const { definition } = panel.memory;
  const uri = vscode.Uri.parse(definition.uri);
  const title = vscode.l10n.t('Compare {0} with…', definition.name);
  const placeHolder = vscode.l10n.t('Which rows does it read that the other one does not, and the other way round?');
  const picked = await vscode.window.showQuickPick(items(), { title, placeHolder, matchOnDescription: true });
  if (picked) await panel.compare(picked.compare);

  async function items(): Promise<(vscode.QuickPickItem & { readonly compare: ComparisonMemory })[]> {
    const committed = await committedText(uri);
    const others = await definitions.definitionsFor(uri);
    return [
      ...(openDocument(uri)?.isDirty && !openDocument(uri)?.isUntitled
        ? [
            {
              label: `$(save) ${vscode.l10n.t('{0}, as saved', definition.name)}`,
              description: vscode.l10n.t('without the unsaved edits'),
              compare: { kind: 'saved' as const },
            },
          ]
        : []),
      ...(committed === undefined
        ? []
        : [
            {
              label: `$(git-commit) ${vscode.l10n.t('{0}, as committed', definition.name)}`,
              description: 'HEAD',
              compare: { kind: 'committed' as const },
            },
          ]),
      ...others
        .filter(other => other.name !== definition.name || other.uri.toString() !== definition.uri)
        .map(other => ({
          label: other.name,
          description: `${other.type} · ${vscode.workspace.asRelativePath(other.uri)}`,
          compare: { kind: 'definition' as const, uri: other.uri.toString(), name: other.name },
        })),
    ];
  }
}
