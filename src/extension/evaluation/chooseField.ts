import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import type { EvaluationTab } from './evaluationTab.ts';

/** Lets the user say where the rows of the logs have their response, and reads them again. */
export async function chooseField({ engine }: Services, panel: EvaluationTab): Promise<void> {
  const update = await engine.evaluation.watchEvaluation(panel.id, 0);
  const logs = update?.view?.logs ?? [];
  const known = [...new Set(logs.flatMap(({ field, fields }) => [field, ...fields]))];
  const other = { label: `$(edit) ${vscode.l10n.t('Another Field…')}`, field: undefined };
  const guessed = { label: `$(search) ${vscode.l10n.t('Guess It from the First Rows')}`, field: '' };
  const items = [...known.map(field => ({ label: field, field })), guessed, other];
  const title = vscode.l10n.t('Response Field');
  const placeHolder = vscode.l10n.t('Where does each row have its response?');
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder });
  if (!picked) return;
  const prompt = vscode.l10n.t('A path such as choices[0].message.content');
  const field = picked.field ?? (await vscode.window.showInputBox({ title, prompt, value: logs[0]?.field ?? '' }));
  if (field === undefined) return;
  const { memory } = panel;
  await panel.start({
    ...memory,
    logs: memory.logs.map(({ field: _, ...log }) => (field.trim() === '' ? log : { ...log, field: field.trim() })),
  });
}
