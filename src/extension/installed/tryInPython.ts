import * as vscode from 'vscode';
import { selectedResponse } from '../responses/responseReader.ts';
import { type DefinitionId, sameDefinition } from '../responses/responseSession.ts';
import type { ResponseSessions } from '../responses/responseSessions.ts';
import type { Services } from '../services.ts';
import { withProgress } from '../withProgress.ts';

/** Runs a definition's export with one response in a terminal, whose Python stays open for more. */
export async function tryInPython(services: Services, sessions: ResponseSessions, target: DefinitionId): Promise<void> {
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
