import * as vscode from 'vscode';
import { baseName } from '../definitions/definitionUris.ts';
import type { Services } from '../services.ts';
import type { EvaluationTab } from './evaluationTab.ts';

/** *Export…*: the evaluation as its own file, or its rows. No response's text is in either. */
export async function exportEvaluation({ engine }: Services, { id, memory }: EvaluationTab): Promise<void> {
  const items = [
    {
      label: vscode.l10n.t('Evaluation'),
      description: '.evaluation.json',
      detail: vscode.l10n.t('Numbers, causes, groups: small, and good to commit. Opens in an editor of its own.'),
      ending: 'evaluation.json' as const,
    },
    {
      label: vscode.l10n.t('Rows as JSON Lines'),
      description: '.rows.jsonl',
      detail: vscode.l10n.t('What became of each row, as parserlens evaluate --rows writes it.'),
      ending: 'rows.jsonl' as const,
    },
    {
      label: vscode.l10n.t('Rows as CSV'),
      description: '.rows.csv',
      detail: vscode.l10n.t('The same with the log’s columns and how long each took, for a spreadsheet.'),
      ending: 'rows.csv' as const,
    },
  ];
  const title = vscode.l10n.t('Export Evaluation');
  const picked = await vscode.window.showQuickPick(items, { title });
  if (!picked) return;
  const name = memory.definition.name.replace(/[^\p{L}\p{N}._-]+/gu, '-');
  const defaultUri = vscode.Uri.joinPath(vscode.Uri.parse(memory.definition.uri), '..', `${name}.${picked.ending}`);
  const target = await vscode.window.showSaveDialog({ title, defaultUri });
  if (!target) return;
  await writeExport(engine.evaluation, id, picked.ending, target);
  const open = vscode.l10n.t('Open');
  const message = vscode.l10n.t('{0} was written.', baseName(target));
  void vscode.window
    .showInformationMessage(message, open)
    .then(choice => choice === open && vscode.commands.executeCommand('vscode.open', target));
}

/** Writes an evaluation, or its rows, which the thread writes itself where it can. */
async function writeExport(
  evaluation: Services['engine']['evaluation'],
  id: string,
  ending: 'evaluation.json' | 'rows.jsonl' | 'rows.csv',
  target: vscode.Uri,
): Promise<void> {
  const form = ending === 'rows.csv' ? 'csv' : 'jsonl';
  if (ending !== 'evaluation.json' && target.scheme === 'file')
    return evaluation.writeEvaluationRows(id, form, target.fsPath);
  const text =
    ending === 'evaluation.json' ? await evaluation.evaluationText(id) : await evaluation.evaluationRowsText(id, form);
  if (text === undefined) throw new Error(vscode.l10n.t('There is nothing to export yet.'));
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
}
