import * as vscode from 'vscode';
import {
  type EvaluationState,
  type EvaluationToHost,
  type HostToEvaluation,
  isEvaluationToHost,
} from '../../protocol/evaluationProtocol.ts';
import type { EvaluationFileView, NamedText } from '../../service/evaluationApi.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { firstLine } from '../errorTexts.ts';
import type { Services } from '../services.ts';
import { exists } from '../structure/files.ts';
import { WebviewPage } from '../webviewPage.ts';
import { followLogs } from './followLogs.ts';

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

/** What evaluations' files are called. */
const evaluationEnd = '.evaluation.json';
/** How much is read of a folder, in bytes. */
const maxBytes = 512 * 1024 * 1024;
/** How long files are waited for that come one after the other, in milliseconds. */
const pause = 300;

/** The text of an evaluation's file. Rejects where it is not there. */
async function evaluationTextAt(uri: vscode.Uri): Promise<string> {
  return vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { uri });
}

/** The evaluations beside a file, by their names in order; what cannot be read is left out. Rejects where they are too large together. */
async function evaluationsBeside(uri: vscode.Uri): Promise<readonly NamedText[]> {
  const folder = vscode.Uri.joinPath(uri, '..');
  const names = (await vscode.workspace.fs.readDirectory(folder))
    .filter(([name, type]) => name.endsWith(evaluationEnd) && (type & vscode.FileType.Directory) === 0)
    .map(([name]) => name)
    .filter(name => name !== baseName(uri))
    .sort();
  const texts: NamedText[] = [];
  let size = 0;
  for (const name of names) {
    const file = vscode.Uri.joinPath(folder, name);
    const text = await evaluationTextAt(file).catch(() => undefined);
    if (text === undefined) continue;
    size += text.length;
    if (size > maxBytes)
      throw new Error(
        vscode.l10n.t('The parts are too large to be merged here. On the command line it is `parserlens merge`.'),
      );
    texts.push({ name, text });
  }
  return texts;
}

/** Hears when evaluations beside a file come, change and go. */
function followParts(uri: vscode.Uri, changed: () => void): vscode.Disposable {
  const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), `*${evaluationEnd}`);
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    clearTimeout(timer);
    timer = setTimeout(changed, pause);
  };
  watcher.onDidChange(tell);
  watcher.onDidCreate(tell);
  watcher.onDidDelete(tell);
  return vscode.Disposable.from(watcher, new vscode.Disposable(() => clearTimeout(timer)));
}
