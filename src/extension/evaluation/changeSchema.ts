import * as vscode from 'vscode';
import type { SchemaChange } from '../../engine/index.ts';
import { toTextEdit } from '../convert.ts';
import { baseName } from '../definitions/definitionUris.ts';
import type { Services } from '../services.ts';
import { isSourceUri } from '../sources/sourceDocuments.ts';
import type { EvaluationTab } from './evaluationTab.ts';

/** *What Could Change…*: changes of the definition's schema with the rows that each would mend; the one that is picked is made, as an edit that can be undone. */
export async function changeSchema({ engine, definitions }: Services, { id, memory }: EvaluationTab): Promise<void> {
  const uri = vscode.Uri.parse(memory.definition.uri);
  const { name } = memory.definition;
  if (isSourceUri(uri)) throw new Error(vscode.l10n.t('{0} is a source, which is changed by hand.', baseName(uri)));
  const definition = await definitions.get(uri, name);
  if (!definition) throw new Error(vscode.l10n.t('The definition {0} cannot be read.', name));
  const found = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Judging the rows again…') },
    () => engine.evaluation.schemaChanges(id, definition),
  );
  if (!found) return;
  const { changes, refused } = found;
  if (changes.length === 0)
    throw new Error(vscode.l10n.t('No change of the schema would have a row read that breaks it now.'));
  const picked = await vscode.window.showQuickPick(
    changes.map(change => ({
      label: labelOf(change),
      description: vscode.l10n.t('{0} of {1} rows that break it would be read', change.mends, refused),
      change,
    })),
    {
      title: vscode.l10n.t('Change the Schema of {0}', name),
      placeHolder: vscode.l10n.t('What may answers say as well? The code that gets the value has to bear it.'),
    },
  );
  if (!picked) return;
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.getText() !== definition.text)
    throw new Error(vscode.l10n.t('{0} was edited in the meantime. Try again.', baseName(uri)));
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    uri,
    picked.change.edits.map(one => toTextEdit(document, one)),
  );
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error(vscode.l10n.t('{0} cannot be edited.', baseName(uri)));
}

function labelOf({ kind, path, added = [] }: SchemaChange): string {
  const words = added.join(', ');
  switch (kind) {
    case 'optional':
      return vscode.l10n.t('{0} may be missing', path);
    case 'nullable':
      return vscode.l10n.t('{0} may be null', path);
    case 'union':
      return vscode.l10n.t('{0} may be a {1} as well', path, words);
    case 'enum-value':
      return vscode.l10n.t('{0} may be: {1}', path, words);
    case 'limit':
      return vscode.l10n.t('{0} has no limit', path);
    case 'open':
      return vscode.l10n.t('Other members than those named may stand beside {0}', path);
  }
}
