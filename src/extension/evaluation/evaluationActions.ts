import * as vscode from 'vscode';
import type { EarlierText, EvaluationToHost } from '../../protocol/evaluationProtocol.ts';
import { prefix } from '../commands.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { openDocument } from '../definitions/openDocument.ts';
import { documentColumn } from '../documentColumn.ts';
import type { ParserItem } from '../find/choiceItems.ts';
import { parserList } from '../find/parserList.ts';
import { revealSpan } from '../instruction/revealSpan.ts';
import type { Services } from '../services.ts';
import { maxDocument } from '../structure/files.ts';
import { changeSchema } from './changeSchema.ts';
import type { EvaluatedRun } from './evaluationOpener.ts';
import { committedText, definitionText, searchRows } from './evaluationRequest.ts';
import type { EvaluationTab } from './evaluationTab.ts';
import { saveCauses } from './saveCauses.ts';

/** What the buttons of an evaluation's page do. */
export async function evaluationActions(
  services: Services,
  panel: EvaluationTab,
  message: Extract<EvaluationToHost, { type: 'showInLog' | 'saveSample' | 'action' }>,
  page: {
    readonly run?: EvaluatedRun;
    /** Shows a row's response, parsed. False: it is not in the log any more, and the user knows. */
    open(row: number): Promise<boolean>;
    paused(paused: boolean): void;
    cancelled(): void;
  },
): Promise<void> {
  const { evaluation } = services.engine;
  if (message.type === 'showInLog') return showInLog(services, panel, message.row);
  if (message.type === 'saveSample') {
    if (await page.open(message.row)) await vscode.commands.executeCommand(`${prefix}.saveAsSample`);
    return;
  }
  switch (message.action) {
    case 'again':
      return panel.start();
    case 'cancel':
      page.cancelled();
      page.run?.cancel();
      return evaluation.stopEvaluation(panel.id);
    case 'pause':
    case 'resume':
      page.run?.pause(message.action === 'pause');
      return page.paused(message.action === 'pause');
    case 'compare':
      return compareWith(services, panel);
    case 'stopComparing':
      return panel.compare({ kind: 'nothing' });
    case 'copyMarkdown': {
      const text = await evaluation.evaluationMarkdown(panel.id);
      if (text === undefined) return;
      await vscode.env.clipboard.writeText(text);
      void vscode.window.setStatusBarMessage(vscode.l10n.t('The evaluation was copied as Markdown.'), 4000);
      return;
    }
    case 'export':
      return exportEvaluation(services, panel);
    case 'saveSamples':
      return saveCauses(services, panel);
    case 'changeSchema':
      return changeSchema(services, panel);
    case 'field':
      return chooseField(services, panel);
    case 'definition':
      return showDefinition(services, panel);
  }
}

async function showDefinition({ definitions }: Services, { memory }: EvaluationTab): Promise<void> {
  const uri = vscode.Uri.parse(memory.definition.uri);
  const file = await definitions.file(uri);
  const start = file?.definitions.find(({ name }) => name === memory.definition.name)?.nameSpan.start ?? 0;
  await revealSpan(uri, { start, end: start });
}

async function showInLog({ engine }: Services, tab: EvaluationTab, row: number): Promise<void> {
  const { id, memory } = tab;
  const opened = await engine.evaluation.evaluationRow(id, row);
  if (!opened) return tab.rowIsGone();
  const [log] = memory.logs;
  const uri = opened.file === undefined ? log && vscode.Uri.parse(log.uri) : vscode.Uri.file(opened.file);
  if (!uri) return;
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > maxDocument)
    throw new Error(vscode.l10n.t('{0} is too large to be opened. The row is on line {1}.', opened.log, opened.line));
  const position = new vscode.Position(opened.line - 1, 0);
  await vscode.window.showTextDocument(uri, {
    viewColumn: documentColumn(),
    selection: new vscode.Range(position, position),
    preview: true,
  });
}

/** Lets the user say where the rows of the logs have their response, and reads them again. */
async function chooseField({ engine }: Services, panel: EvaluationTab): Promise<void> {
  const update = await engine.evaluation.watchEvaluation(panel.id, 0);
  const logs = update?.view?.logs ?? [];
  const allFields = [...new Set(logs.flatMap(({ field, fields }) => [field, ...fields]))];
  const other = { label: `$(edit) ${vscode.l10n.t('Another Field…')}`, field: undefined };
  const guessed = { label: `$(search) ${vscode.l10n.t('Guess It from the First Rows')}`, field: '' };
  const items = [...allFields.map(field => ({ label: field, field })), guessed, other];
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

/** *Export…*: the evaluation as its own file, or its rows. No response's text is in either. */
async function exportEvaluation({ engine }: Services, { id, memory }: EvaluationTab): Promise<void> {
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

interface EarlierChoice {
  readonly kind: EarlierText;
}

/**
 * *Compare with…*: asks for the same definition as it was when the page opened, committed or saved, or for another one, ranked by how well it
 * reads the first rows of the logs, and reads the logs with both.
 */
async function compareWith(services: Services, panel: EvaluationTab): Promise<void> {
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
