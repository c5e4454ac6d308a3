import * as vscode from 'vscode';
import type { Problem } from '../../engine/index.ts';
import { withSeverities } from '../../view/diagnostics.ts';
import { toDiagnostic, toSpan, toTextEdit } from '../convert.ts';
import { isDefinitionUri } from '../definitions/definitionStore.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import type { ListedFile } from './listedFile.ts';
import { failurePlace, placeRange } from './sampleMessages.ts';

/** How many failing samples of a file are underlined. */
const maxShown = 250;

/** How long after the last verdict the problems follow, in milliseconds. */
const delay = 50;

/** Underlines failing samples of open definition files at what they expect, and offers to update that. */
export function registerSampleDiagnostics({ samples, log }: Services): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('parserlens-samples');
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const show = async (uri: vscode.Uri) => {
    const document = openDocument(uri);
    if (!document) return collection.delete(uri);
    const listed = await samples.list(uri);
    // A newer text has its own verdicts; places are of the text that they were found in.
    if (document.isClosed || !listed || listed.text !== document.getText()) return;
    const problems = failing(listed)
      .slice(0, maxShown)
      .map(({ problem }) => problem(document));
    const shown = withSeverities(problems, getSetting('problems.severity', document));
    collection.set(
      uri,
      shown.map(problem => toDiagnostic(document, problem)),
    );
  };
  const failing = (listed: ListedFile) =>
    listed.samples.flatMap((row, number) => {
      const judged = samples.verdictOf(listed, row);
      // What cannot be judged, for its definition or its file, has a problem of its own there.
      if (judged?.verdict !== 'fail') return [];
      const range = placeRange(failurePlace(row, judged.parts[0]));
      const problem = (document: vscode.TextDocument): Problem => ({
        code: 'sample-fails',
        severity: 'warning',
        message: `${row.name}: ${judged.message}`,
        span: toSpan(document, range),
      });
      return [{ number, row, range, problem, judged }];
    });
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

  const fixes: vscode.CodeActionProvider = {
    async provideCodeActions(document, range, _context, token) {
      const listed = await samples.list(document.uri);
      if (!listed || listed.broken || token.isCancellationRequested || listed.text !== document.getText())
        return undefined;
      const all = failing(listed);
      const here = all.filter(one => one.range.intersection(range) || placeRange(one.row.place).contains(range));
      const action = (title: string, of: typeof all) => {
        const made = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
        made.diagnostics = of.slice(0, maxShown).map(({ problem }) => toDiagnostic(document, problem(document)));
        return made;
      };
      const actions: vscode.CodeAction[] = [];
      for (const one of here) {
        const edits = await samples.expectationEdits(listed, [one.number]);
        if (edits.length === 0) continue;
        const update = action(vscode.l10n.t('Update Expectation of {0}', one.row.name), [one]);
        update.edit = new vscode.WorkspaceEdit();
        update.edit.set(
          document.uri,
          edits.map(edit => toTextEdit(document, edit)),
        );
        actions.push(update);
      }
      for (const name of new Set(here.map(({ row }) => row.definition))) {
        const own = all.filter(({ row }) => row.definition === name);
        if (own.length < 2) continue;
        const title = vscode.l10n.t('Update All Failing Expectations of {0}', name);
        const update = action(title, own);
        // Worked out when it is chosen: they may be thousands.
        update.command = {
          title,
          command: 'parserlens.updateAllExpectations',
          arguments: [document.uri.toString(), name],
        };
        actions.push(update);
      }
      return token.isCancellationRequested ? undefined : actions;
    },
  };
  for (const document of vscode.workspace.textDocuments) opened(document);
  return vscode.Disposable.from(
    collection,
    new vscode.Disposable(() => {
      for (const timer of timers.values()) clearTimeout(timer);
    }),
    samples.onDidChange(showSoon),
    onSettingChange(['problems.severity'], () => {
      for (const document of vscode.workspace.textDocuments) opened(document);
    }),
    vscode.workspace.onDidOpenTextDocument(opened),
    vscode.workspace.onDidCloseTextDocument(closed),
    vscode.languages.registerCodeActionsProvider({ pattern: '**/*.parser.json' }, fixes, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
  );
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find(document => !document.isClosed && document.uri.toString() === key);
}
