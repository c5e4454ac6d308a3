import * as vscode from 'vscode';
import { definitionAtCursor } from '../definitions/definitionAtCursor.ts';
import { clickedUri, isDefinitionUri } from '../definitions/definitionUris.ts';
import { parserList } from '../find/parserList.ts';
import type { DefinitionId } from '../responses/responseSession.ts';
import type { Services } from '../services.ts';
import { isSourceUri } from '../sources/sourceDocuments.ts';
import { searchRows } from './evaluationRequest.ts';

/** What the command was called on, as far as that says something. */
export interface EvaluationTarget {
  readonly definition?: DefinitionId;
  readonly logs: readonly vscode.Uri[];
}

/**
 * The definition that the command means where its arguments name none: the only one of the file that was clicked, or the one
 * at the cursor. `undefined`: it was called on a log, or on nothing.
 */
export async function definitionMeant({ definitions }: Services, clicked: unknown): Promise<DefinitionId | undefined> {
  const uri = clickedUri(clicked);
  const isFile = uri && (isDefinitionUri(uri) || isSourceUri(uri));
  const atCursor = clicked === undefined || isFile ? await definitionAtCursor(definitions) : undefined;
  if (!isFile || atCursor?.uri.toString() === uri.toString()) return atCursor;
  const [only, another] = (await definitions.file(uri))?.definitions ?? [];
  return only && !another ? { uri, name: only.name } : undefined;
}

/**
 * What the command means by its arguments: a definition's lens gives its file and name, the Parsers view a row, the
 * Explorer the file that was clicked and all that are selected; a keybinding may say all: `"args": { "definition": URI,
 * "name": NAME, "logs": [URI] }`. Nothing means the active editor.
 */
export function targetOf(clicked: unknown, second: unknown): EvaluationTarget {
  const uri = clickedUri(clicked);
  if (uri) {
    if (typeof second === 'string') return { definition: { uri, name: second }, logs: [] };
    const selected = Array.isArray(second) ? second.filter(each => each instanceof vscode.Uri) : [];
    const logs = (selected.length > 0 ? selected : [uri]).filter(each => !isDefinitionUri(each));
    return { logs };
  }
  const { uri: row, definition, name, logs } = (clicked ?? {}) as Readonly<Record<string, unknown>>;
  const file = clickedUri(definition ?? row);
  const named = Array.isArray(logs) ? logs.filter(each => typeof each === 'string') : [];
  if (file && typeof name === 'string')
    return { definition: { uri: file, name }, logs: named.map(each => vscode.Uri.parse(each)) };
  const active = vscode.window.activeTextEditor?.document;
  return { logs: active && isLog(active.uri) ? [active.uri] : [] };
}

const logName = /\.(?:(?:jsonl|ndjson|traj|csv|tsv)(?:\.(?:gz|zst))?|parquet)$/i;
const ownName = /\.(?:parser|messages|evaluation)\.jsonl?$/i;

function isLog({ path }: vscode.Uri): boolean {
  return logName.test(path) && !ownName.test(path);
}

/** How many logs of the workspace are offered. */
const maxOffered = 500;

/** Lets the user pick logs of the workspace, nearest to the definition first, or any file or folder. `undefined`: none. */
export async function pickLogs(
  near: vscode.Uri | undefined,
  title = vscode.l10n.t('Evaluate Definition over a Log'),
): Promise<readonly vscode.Uri[] | undefined> {
  const placeHolder = vscode.l10n.t('Which log has the responses?');
  const folder = near?.path.slice(0, near.path.lastIndexOf('/') + 1);
  const distance = ({ path }: vscode.Uri) => (folder !== undefined && path.startsWith(folder) ? 0 : 1);
  const items = async () => {
    const found = await vscode.workspace.findFiles(
      '**/*.{jsonl,ndjson,traj,csv,tsv,parquet,jsonl.gz,jsonl.zst}',
      '**/node_modules/**',
      maxOffered,
    );
    const logs = found
      .filter(isLog)
      .sort((one, other) => distance(one) - distance(other) || one.path.localeCompare(other.path));
    return [
      ...logs.map(uri => ({ label: `$(list-flat) ${vscode.workspace.asRelativePath(uri)}`, uri })),
      {
        label: `$(folder-opened) ${vscode.l10n.t('Another File…')}`,
        detail: vscode.l10n.t(
          'JSON Lines, JSON, CSV; of OpenAI, Anthropic, Gemini, SWE-agent, Inspect, LangSmith, Langfuse',
        ),
        uri: undefined,
        folder: false,
      },
      { label: `$(folder-opened) ${vscode.l10n.t('Another Folder…')}`, uri: undefined, folder: true },
    ];
  };
  const picked = await vscode.window.showQuickPick(items(), { title, placeHolder, matchOnDetail: true });
  if (!picked) return undefined;
  if (picked.uri) return [picked.uri];
  const isFolder = 'folder' in picked && picked.folder === true;
  return vscode.window.showOpenDialog({
    title,
    canSelectMany: !isFolder,
    canSelectFolders: isFolder,
    canSelectFiles: !isFolder,
  });
}

/** Lets the user pick the definition that reads logs, ranked by how well it reads their first rows. `undefined`: none. */
export async function pickDefinitionFor(
  services: Services,
  logs: readonly vscode.Uri[],
): Promise<DefinitionId | undefined> {
  const [log] = logs;
  if (!log) return undefined;
  const picked = await parserList(services, {
    title: vscode.l10n.t('Evaluate Definition over a Log'),
    placeholder: vscode.l10n.t('Which definition reads the responses of {0}?', vscode.workspace.asRelativePath(log)),
    near: log,
    ofLog: true,
    search: (files, options) =>
      searchRows(
        services,
        logs.map(uri => ({ uri: uri.toString() })),
        files,
        options,
      ),
  });
  if (picked === 'none')
    throw new Error(vscode.l10n.t('There is no definition yet. Make one with New Parser Definition….'));
  if (!picked || !('uri' in picked)) return undefined;
  await services.parsers.remember(log, picked);
  return picked;
}
