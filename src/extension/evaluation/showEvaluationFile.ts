import * as vscode from 'vscode';
import { isEvaluationToHost } from '../../protocol/evaluationGuards.ts';
import type { EvaluationState, EvaluationToHost, HostToEvaluation } from '../../protocol/evaluationProtocol.ts';
import type { EvaluationFileView } from '../../service/evaluationApi.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { firstLine } from '../firstLine.ts';
import type { Services } from '../services.ts';
import { exists } from '../structure/exists.ts';
import { WebviewPage } from '../webviewPage.ts';
import { followLogs } from './followLogs.ts';
import { evaluationsBeside, evaluationTextAt, followParts } from './partFiles.ts';

/** Shows the numbers of a `*.evaluation.json` and changes nothing; *Evaluate Again* reads the logs that it names. */
export function showEvaluationFile(services: Services, uri: vscode.Uri, panel: vscode.WebviewPanel): void {
  let revision = 0;
  let file: EvaluationFileView | undefined;
  let column: string | undefined;
  /** Whether the parts beside it are put together with it. */
  let merges = false;
  const show = async () => {
    const number = ++revision;
    file = await read(services, uri, { column, merges });
    if (number === revision) page.post({ type: 'state', state: stateOf(file, revision) });
  };
  const disposables = [
    followLogs([{ uri: uri.toString() }], () => void show()),
    followParts(uri, () => {
      if (merges) void show();
    }),
  ];
  const receive = async (message: EvaluationToHost) => {
    if (message.type === 'ready') return show();
    if (message.type === 'column') {
      column = message.column;
      return show();
    }
    if (message.type !== 'action' || !file) return;
    if (message.action === 'mergeParts') {
      merges = true;
      return show();
    }
    if (message.action === 'again') return evaluateAgain(services, uri, file);
  };
  const page = new WebviewPage<EvaluationToHost, HostToEvaluation>(panel, services, {
    name: 'evaluation',
    title: vscode.l10n.t('Evaluation'),
    isMessage: isEvaluationToHost,
    receive,
  });
  panel.onDidDispose(() => vscode.Disposable.from(page, ...disposables).dispose());
}

async function read(
  { engine }: Services,
  uri: vscode.Uri,
  { column, merges }: { readonly column: string | undefined; readonly merges: boolean },
): Promise<EvaluationFileView> {
  try {
    const text = await evaluationTextAt(uri);
    if (!merges) return await engine.evaluation.evaluationFileView(text, column);
    const others = await evaluationsBeside(uri);
    return await engine.evaluation.mergedFileView({ name: baseName(uri), text }, others, column);
  } catch (error) {
    return { problem: firstLine(error) };
  }
}

/** Reads the logs of a file again, by the definition as it is now. Rejects where one of them is not there. */
async function evaluateAgain({ evaluations }: Services, uri: vscode.Uri, file: EvaluationFileView): Promise<void> {
  if ('problem' in file) return;
  const { parser, logs } = file;
  const definition = { uri: await named(uri, parser.file), name: parser.name };
  const sources = await Promise.all(logs.map(async ({ path, field }) => ({ uri: await named(uri, path), field })));
  await evaluations.open({ definition, logs: sources });
}

/** A file that an evaluation names: in the workspace, else from the evaluation's own folder. */
async function named(evaluation: vscode.Uri, path: string): Promise<vscode.Uri> {
  const isAbsolute = /^(?:\/|[A-Za-z]:[\\/])/.test(path);
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const places = isAbsolute
    ? [vscode.Uri.file(path)]
    : [...folders, vscode.Uri.joinPath(evaluation, '..')].map(folder => vscode.Uri.joinPath(folder, path));
  for (const place of places) if (await exists(place)) return place;
  throw new Error(vscode.l10n.t('{0} is not there any more, so {1} cannot be read again.', path, baseName(evaluation)));
}

function stateOf(file: EvaluationFileView, revision: number): EvaluationState {
  const base = { revision, stale: false, listed: 0, isFile: true } as const;
  if ('problem' in file) return { ...base, phase: 'failed', message: file.problem };
  return { ...base, phase: file.cancelled ? 'cancelled' : 'done', view: file.view };
}
