import * as vscode from 'vscode';
import { prefix, registerCommand } from '../commands.ts';
import { isConversationUri } from '../conversations/isConversationUri.ts';
import type { ChosenFormatter } from '../conversations/registerChooseFormatter.ts';
import { clickedDefinition, definitionAtCursor } from '../definitions/definitionAtCursor.ts';
import { baseName, clickedUri } from '../definitions/definitionUris.ts';
import { openText } from '../definitions/newDocument.ts';
import { logOf } from '../evaluation/evaluationRequest.ts';
import { pickLogs } from '../evaluation/pickEvaluation.ts';
import { chooseDefinition } from '../instruction/chooseDefinition.ts';
import { warnUntrusted } from '../modules/trust.ts';
import { selectedResponse } from '../responses/responseReader.ts';
import { type DefinitionId, sameDefinition } from '../responses/responseSession.ts';
import type { ResponseSessions } from '../responses/responseSessions.ts';
import { readSampleFile } from '../samples/sampleFiles.ts';
import type { Services } from '../services.ts';
import { getSetting } from '../settings.ts';
import { withProgress } from '../withProgress.ts';
import { InstalledDocuments, subjectOf } from './installedDocuments.ts';

/** *Compare with Installed Framework* and *Try It in Python*. */
export function registerInstalled(services: Services, sessions: ResponseSessions): vscode.Disposable {
  const { log, engine, runtime } = services;
  const documents = new InstalledDocuments();
  const targetOf = async (place: unknown, name: unknown): Promise<DefinitionId | undefined> =>
    clickedDefinition(place, name) ??
    (await definitionAtCursor(services.definitions)) ??
    (await services.parsers.previewed()) ??
    chooseDefinition(services);

  const compare = async (target: DefinitionId, logs: readonly vscode.Uri[]) => {
    const definition = await services.definitions.get(target.uri, target.name);
    if (!definition) throw new Error(noDefinition(target));
    const entries = (await engine.robustness.sampleEntries(definition)) ?? [];
    const responses = await Promise.all(
      entries.map(async ({ file }) => {
        if (file === undefined) return undefined;
        const read = await readSampleFile(target.uri, file, runtime);
        return 'text' in read ? read.text : undefined;
      }),
    );
    const title = vscode.l10n.t('Comparing {0} with the installed framework', target.name);
    const evaluationLogs = logs.map(uri => logOf({ uri: uri.toString() }));
    const running = engine.installed.compareInstalled({ ...definition, responses, logs: evaluationLogs });
    const report = await withProgress(title, running, () => engine.stop('find'));
    await documents.show({ ...target, logs, report });
  };

  return vscode.Disposable.from(
    documents,
    registerCommand(log, 'compareInstalled', async (place?: unknown, name?: unknown, logs?: unknown) => {
      const uri = conversationOf(place, name);
      if (uri) return isTrusted() ? compareConversation(services, documents, uri) : undefined;
      const target = await targetOf(place, name);
      const addresses = Array.isArray(logs) ? logs.map(String) : [];
      if (target && isTrusted())
        await compare(
          target,
          addresses.map(each => vscode.Uri.parse(each)),
        );
    }),
    registerCommand(log, 'compareInstalledLog', async (place?: unknown, name?: unknown) => {
      const target = await targetOf(place, name);
      if (!target || !isTrusted()) return;
      const logs = await pickLogs(target.uri, vscode.l10n.t('Compare with Installed Framework'));
      if (logs) await compare(target, logs);
    }),
    registerCommand(log, 'tryInPython', async (place?: unknown, name?: unknown) => {
      const target = await targetOf(place, name);
      if (target && isTrusted()) await tryInPython(services, sessions, target);
    }),
    registerCommand(log, 'openInstalledText', async (key: string, index: number) => {
      const found = documents.difference(key, index);
      if (found?.difference.text === undefined) return;
      const { uri, name = '' } = found.result;
      const document = await openText(
        uri,
        `${name}-${found.difference.from}`,
        '.md',
        found.difference.text,
        'markdown',
        { viewColumn: vscode.ViewColumn.Active, preview: false },
      );
      if (found.difference.text !== '')
        await vscode.commands.executeCommand(`${prefix}.parseAs`, document.uri.toString(), uri.toString(), name);
      const side = await vscode.workspace.openTextDocument(documents.sideOf(key, index, 'theirs'));
      await vscode.window.showTextDocument(side, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
    }),
    registerCommand(log, 'showInstalledDifference', async (key: string, index: number) => {
      const found = documents.difference(key, index);
      if (!found) return;
      const { result, difference } = found;
      const title = vscode.l10n.t('{0}, {1}: here ↔ installed', subjectOf(result), difference.from);
      const [ours, theirs] = (['ours', 'theirs'] as const).map(side => documents.sideOf(key, index, side));
      await vscode.commands.executeCommand('vscode.diff', ours, theirs, title);
    }),
  );
}

async function compareConversation(services: Services, documents: InstalledDocuments, uri: vscode.Uri): Promise<void> {
  const { engine } = services;
  const asks = vscode.l10n.t('Compare with Installed Framework');
  const chosen = await vscode.commands.executeCommand<ChosenFormatter | undefined>(
    `${prefix}.chooseFormatter`,
    uri,
    asks,
  );
  if (!chosen) return;
  const text = (await vscode.workspace.openTextDocument(uri)).getText();
  const folder = vscode.Uri.joinPath(uri, '..');
  const running = engine.installed.compareInstalledConversation({
    text,
    fileName: uri.toString(),
    cwd: folder.fsPath,
    folder: folder.toString(),
    usualRelease: getSetting('conversations.agentscopeVersion', uri),
    ...chosen,
  });
  const title = vscode.l10n.t('Comparing {0} with the installed framework', baseName(uri));
  const report = await withProgress(title, running, () => engine.stop('find'));
  if (!report) throw new Error(vscode.l10n.t('{0} holds no list of messages.', vscode.workspace.asRelativePath(uri)));
  const picked = chosen.formatter && vscode.l10n.t('The file names no formatter: this is {0}.', chosen.formatter);
  await documents.show({ uri, report: report.ok && picked ? { ...report, notes: [picked, ...report.notes] } : report });
}

/** The conversation that a command is called on, or that is open. */
function conversationOf(place: unknown, name: unknown): vscode.Uri | undefined {
  const target = place === undefined ? vscode.window.activeTextEditor?.document.uri : clickedUri(place);
  return target && (name === undefined || name === null) && isConversationUri(target) ? target : undefined;
}

function isTrusted(): boolean {
  if (vscode.workspace.isTrusted) return true;
  warnUntrusted(vscode.l10n.t('Python runs only in a trusted workspace.'));
  return false;
}

function noDefinition({ uri, name }: DefinitionId): string {
  return vscode.l10n.t('{0} has no usable definition {1}.', vscode.workspace.asRelativePath(uri), name);
}

/** Runs a definition's export with one response in a terminal, whose Python stays open for more. */
async function tryInPython(services: Services, sessions: ResponseSessions, target: DefinitionId): Promise<void> {
  const { definitions, engine, context, runtime } = services;
  const definition = await definitions.get(target.uri, target.name);
  if (!definition) throw new Error(vscode.l10n.t('{0} cannot be read.', vscode.workspace.asRelativePath(target.uri)));
  const title = vscode.l10n.t('Looking for the framework of {0}', target.name);
  const running = engine.installed.tryInPython(definition, responseOf(sessions, target));
  const tried = await withProgress(title, running, () => engine.stop('find'));
  if ('reason' in tried) throw new Error(tried.reason);
  // A file of ours, never one of the user's.
  const folder = vscode.Uri.joinPath(context.globalStorageUri, 'try');
  const file = vscode.Uri.joinPath(folder, `${target.name.replace(/[^\w-]+/g, '_')}.py`);
  await vscode.workspace.fs.createDirectory(folder);
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(tried.code));
  const workspace = vscode.workspace.getWorkspaceFolder(target.uri)?.uri.fsPath;
  const paths = runtime.pythonPaths?.(target.uri.fsPath, workspace);
  const terminal = vscode.window.createTerminal({
    name: vscode.l10n.t('{0} in Python', target.name),
    shellPath: tried.interpreter,
    shellArgs: ['-X', 'utf8', '-i', file.fsPath],
    ...(paths && { cwd: paths.root, env: { PYTHONPATH: paths.path } }),
  });
  terminal.show();
}

/** The response that was looked at last, where this definition reads it. */
function responseOf(sessions: ResponseSessions, target: DefinitionId): string | undefined {
  const session = sessions.current;
  if (!session?.document || !sameDefinition(session.definition, target)) return undefined;
  return selectedResponse(session.document, session.span).text;
}
