import * as vscode from 'vscode';
import type { Problem } from '../../engine/index.ts';
import { withSeverities } from '../../views/problems.ts';
import { toDiagnostic, toSpan, toTextEdit } from '../convert.ts';
import { isDefinitionUri } from '../definitions/definitionUris.ts';
import { openDocument } from '../definitions/openDocument.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import type { ListedFile } from './listedFile.ts';
import { failurePlace, placeRange } from './sampleRun.ts';
import type { SampleStore } from './sampleStore.ts';

/** How long after the last verdict the problems follow, in milliseconds. */
const delay = 50;

/** How many failing samples of a file are underlined. */
const maxShown = 250;

/** A sample that gives something else than it expects. */
interface FailingSample {
  /** Its index in the file. */
  readonly number: number;
  readonly row: ListedFile['samples'][number];
  /** What is underlined: the first expectation that is not met. */
  readonly range: vscode.Range;
  problem(document: vscode.TextDocument): Problem;
}

/** The samples of a file that are known to fail. What cannot be judged, for its definition or its file, has a problem of its own there. */
function failingSamples(samples: SampleStore, listed: ListedFile): readonly FailingSample[] {
  return listed.samples.flatMap((row, number) => {
    const judged = samples.verdictOf(listed, row);
    if (judged?.verdict !== 'fail') return [];
    const range = placeRange(failurePlace(row, judged.parts[0]));
    const problem = (document: vscode.TextDocument): Problem => ({
      code: 'sample-fails',
      severity: 'warning',
      message: `${row.name}: ${judged.message}`,
      span: toSpan(document, range),
    });
    return [{ number, row, range, problem }];
  });
}

/** Underlines failing samples of open definition files at what they expect, and offers to update that. */
export function registerSampleDiagnostics({ definitions, samples, log }: Services): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('parserlens-samples');
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const show = async (uri: vscode.Uri) => {
    const document = openDocument(uri);
    if (!document || definitions.isGone(document)) return collection.delete(uri);
    const listed = await samples.list(uri);
    // A newer text has its own verdicts; places are of the text that they were found in.
    if (document.isClosed || !listed || listed.written !== document.getText()) return;
    const problems = failingSamples(samples, listed)
      .slice(0, maxShown)
      .map(({ problem }) => problem(document));
    const graded = withSeverities(problems, getSetting('problems.severity', document));
    collection.set(
      uri,
      graded.map(problem => toDiagnostic(document, problem)),
    );
  };
  const showSoon = (uri: vscode.Uri) => {
    const key = uri.toString();
    clearTimeout(timers.get(key));
    const work = () => {
      timers.delete(key);
      show(uri).catch(error => log.error(error));
    };
    timers.set(key, setTimeout(work, delay));
  };
  const opened = ({ uri }: vscode.TextDocument) => {
    if (!isDefinitionUri(uri)) return;
    samples.request(uri);
    showSoon(uri);
  };
  const closed = ({ uri }: vscode.TextDocument) => collection.delete(uri);

  for (const document of vscode.workspace.textDocuments) opened(document);
  return vscode.Disposable.from(
    collection,
    new vscode.Disposable(() => {
      for (const timer of timers.values()) clearTimeout(timer);
    }),
    samples.onDidChange(showSoon),
    // Its samples are the same, but nobody can see them.
    definitions.onDidChange(uri => {
      const document = openDocument(uri);
      if (document && definitions.isGone(document)) collection.delete(uri);
    }),
    onSettingChange(['problems.severity'], () => {
      for (const document of vscode.workspace.textDocuments) opened(document);
    }),
    vscode.workspace.onDidOpenTextDocument(opened),
    vscode.workspace.onDidCloseTextDocument(closed),
    vscode.languages.registerCodeActionsProvider({ pattern: '**/*.parser.json' }, expectationFixes(samples), {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
  );
}

/** Offers to write what came out in the place of what a failing sample expects; for one sample, or for all of a definition. */
function expectationFixes(samples: SampleStore): vscode.CodeActionProvider {
  return {
    async provideCodeActions(document, range, _context, token) {
      const listed = await samples.list(document.uri);
      if (!listed || listed.broken || token.isCancellationRequested || listed.written !== document.getText())
        return undefined;
      const all = failingSamples(samples, listed);
      const here = all.filter(one => one.range.intersection(range) || placeRange(one.row.place).contains(range));
      const actions: vscode.CodeAction[] = [];
      for (const one of here) {
        const edits = await samples.expectationEdits(listed, [one.number]);
        if (edits.length === 0) continue;
        const update = actionFor(document, vscode.l10n.t('Update Expectation of {0}', one.row.name), [one]);
        update.edit = new vscode.WorkspaceEdit();
        update.edit.set(
          document.uri,
          edits.map(edit => toTextEdit(document, edit)),
        );
        actions.push(update);
      }
      for (const name of new Set(here.map(({ row }) => row.definition))) {
        const own = all.filter(({ row }) => row.definition === name);
        if (own.length > 1) actions.push(updateAll(document, name, own));
      }
      return token.isCancellationRequested ? undefined : actions;
    },
  };
}

/** Works out its edits when it is chosen: they may be thousands. */
function updateAll(document: vscode.TextDocument, name: string, failing: readonly FailingSample[]): vscode.CodeAction {
  const title = vscode.l10n.t('Update All Failing Expectations of {0}', name);
  const update = actionFor(document, title, failing);
  update.command = {
    title,
    command: 'parserlens.updateAllExpectations',
    arguments: [document.uri.toString(), name],
  };
  return update;
}

function actionFor(document: vscode.TextDocument, title: string, failing: readonly FailingSample[]): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = failing.slice(0, maxShown).map(({ problem }) => toDiagnostic(document, problem(document)));
  return action;
}
