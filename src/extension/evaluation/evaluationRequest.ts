import * as vscode from 'vscode';
import type {
  ComparedWith,
  EarlierText,
  EvaluationLogMemory,
  EvaluationMemory,
} from '../../protocol/evaluationProtocol.ts';
import type { DefinitionRef } from '../../service/definitionCache.ts';
import type { EvaluationRequest } from '../../service/evaluationApi.ts';
import type { EvaluationLog } from '../../service/evaluationLogs.ts';
import type { FitFile, FitModel, SearchOptions } from '../../service/findService.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { openDocument } from '../definitions/openDocument.ts';
import type { Services } from '../services.ts';
import { suspicionNames } from '../settings.ts';
import { textOnDisk } from '../structure/files.ts';

/** What a page remembers, with the texts that it stands for now. Rejects where the definition is not there, or a log cannot be read. */
export async function evaluationRequest(
  services: Services,
  memory: EvaluationMemory,
  grows: boolean,
): Promise<EvaluationRequest> {
  const { definition, logs, column } = memory;
  const uri = vscode.Uri.parse(definition.uri);
  const ref = await definitionText(services, uri, definition.name);
  // Of a log that grows, one definition reads the rows.
  const compare = grows ? undefined : comparisonOf(memory, ref);
  return {
    definition: ref,
    file: vscode.workspace.asRelativePath(uri),
    logs: logs.map(logOf),
    ...suspicionNames(uri),
    ...(compare && { compare: await compared(services, memory, compare) }),
    ...(column !== undefined && { column }),
    ...(grows && { grows }),
  };
}

/** A definition of a file, with its text as it stands now. Rejects where there is none. */
export async function definitionText({ definitions }: Services, uri: vscode.Uri, name: string): Promise<DefinitionRef> {
  // Whether it is in there is told by the thread that evaluates: another one would have to be waited for.
  const source = await definitions.source(uri);
  const path = vscode.workspace.asRelativePath(uri);
  if (!source) throw new Error(vscode.l10n.t('{0}: there is no such file any more.', path));
  if (source.tooLarge !== undefined) throw new Error(vscode.l10n.t('{0} has no usable definition {1}.', path, name));
  return { text: source.text, fileName: uri.toString(), name };
}

/** What a page compares with; where its user chose nothing, the definition as it was when the page opened, once it is another. */
function comparisonOf({ compare, opened }: EvaluationMemory, { text }: DefinitionRef): ComparedWith | undefined {
  if (compare) return compare.kind === 'nothing' ? undefined : compare;
  return opened === undefined || opened === text ? undefined : { kind: 'opened' };
}

async function compared(
  services: Services,
  { definition: { uri: address, name }, opened, compare: chosen }: EvaluationMemory,
  compare: ComparedWith,
): Promise<NonNullable<EvaluationRequest['compare']>> {
  if (compare.kind === 'definition') {
    const other = vscode.Uri.parse(compare.uri);
    const definition = await definitionText(services, other, compare.name);
    const file = vscode.workspace.asRelativePath(other);
    return { definition, file, title: compare.name === name ? `${name} (${file})` : compare.name };
  }
  const uri = vscode.Uri.parse(address);
  const [written, title, missing] = await earlierText(uri, name, compare.kind, opened);
  if (written === undefined) throw new Error(missing);
  // The page opened with what was read.
  const text = compare.kind === 'opened' ? written : await services.definitions.textAs(uri, written);
  return {
    definition: { text, fileName: uri.toString(), name },
    file: vscode.workspace.asRelativePath(uri),
    title,
    ...(!chosen && { byDefault: true }),
  };
}

/** An earlier text of a definition's file, what it is called, and what is said where there is none. */
async function earlierText(
  uri: vscode.Uri,
  name: string,
  kind: EarlierText,
  opened: string | undefined,
): Promise<readonly [text: string | undefined, title: string, missing: string]> {
  const file = baseName(uri);
  switch (kind) {
    case 'opened':
      return [
        opened,
        vscode.l10n.t('{0}, as it was when the page opened', name),
        vscode.l10n.t('What {0} was when the page opened is not known any more.', file),
      ];
    case 'saved':
      return [await textOnDisk(uri), vscode.l10n.t('{0}, as saved', name), vscode.l10n.t('{0} was never saved.', file)];
    case 'committed':
      return [
        await committedText(uri),
        vscode.l10n.t('{0}, as committed', name),
        vscode.l10n.t('{0} is in no commit.', file),
      ];
  }
}

/** A log is read by the thread, on the disk however large; of what is not saved, the text is sent along. */
export function logOf({ uri: address, field, from }: EvaluationLogMemory): EvaluationLog {
  const uri = vscode.Uri.parse(address);
  const log = {
    path: vscode.workspace.asRelativePath(uri),
    name: baseName(uri),
    ...(field !== undefined && { field }),
    ...(from !== undefined && { from }),
  };
  const document = openDocument(uri);
  if (document && (document.isDirty || document.isUntitled))
    return { ...log, bytes: new TextEncoder().encode(document.getText()) };
  if (uri.scheme === 'file') return { ...log, file: uri.fsPath };
  return { ...log, address: uri.toString() };
}

/** What is used of the API of VS Code's own Git extension. */
interface GitExtension {
  getAPI(version: 1): {
    getRepository(uri: vscode.Uri): { show(ref: string, path: string): Promise<string> } | null;
  };
}

/** The text of a file in the last commit; `undefined` where there is none, or no Git. */
export async function committedText(uri: vscode.Uri): Promise<string | undefined> {
  if (uri.scheme !== 'file') return undefined;
  try {
    const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
    const git = extension && (extension.isActive ? extension.exports : await extension.activate());
    return await git?.getAPI(1).getRepository(uri)?.show('HEAD', uri.fsPath);
  } catch {
    return undefined;
  }
}

/** Ranks the definitions of some files by the first rows of logs. `definition`: rows that answer for others of its file do not count. */
export async function searchRows(
  { engine }: Services,
  logs: readonly EvaluationLogMemory[],
  files: readonly FitFile[],
  options: SearchOptions,
  definition?: DefinitionRef,
): Promise<FitModel> {
  const read = logs.map(logOf);
  const [first] = logs;
  const rows = {
    logs: read,
    ...suspicionNames(first && vscode.Uri.parse(first.uri)),
    ...(definition && { definition }),
  };
  return engine.find.findForLogs(rows, files, options);
}
