import * as vscode from 'vscode';
import type { CauseExample } from '../../service/evaluationApi.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { refuseSamples } from '../samples/sampleHome.ts';
import type { Services } from '../services.ts';
import { pickOne } from '../steps.ts';
import type { EvaluationTab } from './evaluationTab.ts';

/** *Save One per Cause…*: the first row of each cause that the user picks becomes a sample, all in one edit that can be undone. */
export async function saveCauses({ engine, definitions }: Services, tab: EvaluationTab): Promise<void> {
  const { id, memory } = tab;
  const uri = vscode.Uri.parse(memory.definition.uri);
  const { name } = memory.definition;
  const title = vscode.l10n.t('Save Samples of {0}', name);
  const examples = (await engine.evaluation.causeExamples(id)) ?? [];
  if (examples.length === 0) throw new Error(vscode.l10n.t('There are no causes: every answer reads.'));
  const picked = await vscode.window.showQuickPick(
    examples.map(example => ({
      label: `${example.kind === 'error' ? '$(error)' : '$(warning)'} ${example.code}`,
      description: [example.detail, rowsText(example.count)].filter(Boolean).join(' · '),
      picked: true,
      example,
    })),
    { title, canPickMany: true, placeHolder: vscode.l10n.t('Of which causes does the first row become a sample?') },
  );
  if (!picked || picked.length === 0) return;
  const items = [
    {
      label: vscode.l10n.t('Expect the present result'),
      detail: vscode.l10n.t('The samples pass now, and fail when the definition reads these answers otherwise.'),
      expectation: true,
    },
    {
      label: vscode.l10n.t('Expect only that they parse'),
      detail: vscode.l10n.t('Answers that are errors now fail until the definition reads them.'),
      expectation: false,
    },
  ];
  const form = await pickOne(items, { title, placeholder: vscode.l10n.t('What is expected of the samples?') });
  if (!form || typeof form === 'symbol') return;
  refuseSamples(uri);
  const definition = await definitions.get(uri, name);
  if (!definition) throw new Error(vscode.l10n.t('The definition {0} cannot be read.', name));
  const names = namesOf(
    picked.map(({ example }) => example),
    await engine.responses.sampleNames(definition),
  );
  const samples = picked.map(({ example: { row } }, i) => ({ row, name: names[i]!, expectation: form.expectation }));
  const saved = await engine.evaluation.samplesOfRows(id, definition, samples);
  if (!saved) return;
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.getText() !== definition.text)
    throw new Error(vscode.l10n.t('{0} was edited in the meantime, so nothing was saved.', baseName(uri)));
  const edit = new vscode.WorkspaceEdit();
  edit.set(uri, [changedPart(document, saved.text)]);
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error(vscode.l10n.t('{0} cannot be edited.', baseName(uri)));
  if (saved.missing > 0) tab.rowIsGone();
  const added = picked.length - saved.missing;
  if (added === 0) return;
  const message =
    added === 1
      ? vscode.l10n.t('1 sample was added. Undo in the definition removes it.')
      : vscode.l10n.t('{0} samples were added. Undo in the definition removes them.', added);
  const show = vscode.l10n.t('Show');
  void vscode.window.showInformationMessage(message, show).then(async choice => {
    if (choice === show) await vscode.window.showTextDocument(document);
  });
}

function rowsText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 row') : vscode.l10n.t('{0} rows', count);
}

/** A name for each, after its cause, that no sample has yet; with the cause's detail where several have one code. */
function namesOf(examples: readonly CauseExample[], existing: readonly string[]): readonly string[] {
  const names = new Set(existing);
  return examples.map(({ code, detail }) => {
    const isOne = examples.filter(other => other.code === code).length === 1;
    const label = isOne || detail === undefined ? code : `${code}: ${detail}`;
    let name = label;
    for (let number = 2; names.has(name); number++) name = `${label} ${number}`;
    names.add(name);
    return name;
  });
}

/** The smallest edit that makes a document another text. */
function changedPart(document: vscode.TextDocument, text: string): vscode.TextEdit {
  const before = document.getText();
  let start = 0;
  while (start < before.length && start < text.length && before[start] === text[start]) start++;
  let end = 0;
  const most = Math.min(before.length, text.length) - start;
  while (end < most && before[before.length - 1 - end] === text[text.length - 1 - end]) end++;
  const range = new vscode.Range(document.positionAt(start), document.positionAt(before.length - end));
  return vscode.TextEdit.replace(range, text.slice(start, text.length - end));
}
