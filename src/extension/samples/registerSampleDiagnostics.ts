import * as vscode from 'vscode';
import { withSeverities } from '../../views/problems.ts';
import { toDiagnostic } from '../convert.ts';
import { isDefinitionUri } from '../definitions/definitionUris.ts';
import { openDocument } from '../definitions/openDocument.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import { expectationFixes } from './expectationFixes.ts';
import { failingSamples, maxShown } from './failingSamples.ts';

/** How long after the last verdict the problems follow, in milliseconds. */
const delay = 50;

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
    const shown = withSeverities(problems, getSetting('problems.severity', document));
    collection.set(
      uri,
      shown.map(problem => toDiagnostic(document, problem)),
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
