import * as vscode from 'vscode';
import { prefix } from '../commands.ts';
import { tellUntrusted } from '../modules/trust.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { type Confines, isBelow, isOutside } from '../structure/confines.ts';

/**
 * Whether a file may be read as part of a tokenizer. In a workspace that is not trusted only those of the user's own
 * settings that lie outside of it, whoever names them; the first time that another is wanted the user is told so.
 */
export async function mayReadTokenizer(uri: vscode.Uri, { leadsOutside }: Runtime): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const isOwn = userFolders().some(folder => isBelow(uri, folder));
  if (isOwn && (await isOutside(uri, workspaceConfines(leadsOutside)))) return true;
  tellUntrusted(
    'tokenizer',
    vscode.l10n.t(
      'Tokenizers on disk are loaded only in a trusted workspace. A conversation or a setting names one, which was not loaded.',
    ),
  );
  return false;
}

/**
 * Whether a model's configuration or chat template may be read: text that runs nothing. In a workspace that is not trusted
 * only inside of it; the first time that another is wanted the user is told so.
 */
export async function mayReadModelText(uri: vscode.Uri, { leadsOutside }: Runtime): Promise<boolean> {
  if (vscode.workspace.isTrusted || !(await isOutside(uri, workspaceConfines(leadsOutside)))) return true;
  tellUntrusted(
    'model',
    vscode.l10n.t(
      'Files of a model outside of the workspace are read only in a trusted workspace. A definition names one, which was not read.',
    ),
  );
  return false;
}

function workspaceConfines(leadsOutside: Runtime['leadsOutside']): Confines {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(folder => folder.uri);
  return { folders, ...(leadsOutside && { leadsOutside }) };
}

/** The folders of the tokenizers in the user's own settings, as far as these do not depend on the workspace. */
function userFolders(): readonly vscode.Uri[] {
  const named = vscode.workspace.getConfiguration(prefix).inspect('tokens.tokenizers')?.globalValue ?? {};
  return Object.values(named).flatMap(path => {
    if (typeof path !== 'string' || !/^([/\\]|[A-Za-z]:[/\\])/.test(path)) return [];
    const uri = vscode.Uri.file(path);
    return [path.endsWith('.json') ? vscode.Uri.joinPath(uri, '..') : uri];
  });
}
