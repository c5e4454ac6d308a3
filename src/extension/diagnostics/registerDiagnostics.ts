import * as vscode from 'vscode';
import type { Problem } from '../../engine/index.ts';
import { ownProblems, withSeverities } from '../../view/diagnostics.ts';
import { toDiagnostic } from '../convert.ts';
import { type DefinitionFile, isDefinitionUri } from '../definitions/definitionStore.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import { problemFixes, problemFixKinds } from './problemFixes.ts';
import { registerProblemPages } from './problemPages.ts';

/** Underlines what is wrong in open definition files, offers the fixes, and explains each problem. */
export function registerDiagnostics(services: Services): vscode.Disposable {
  const { definitions, engine, log } = services;
  const collection = vscode.languages.createDiagnosticCollection('parserlens');
  /** The files whose patterns are being looked at. */
  const looking = new Set<string>();

  const problemsOf = (document: vscode.TextDocument, problems: readonly Problem[]) =>
    withSeverities(ownProblems(problems), getSetting('problems.severity', document));

  const check = async (uri: vscode.Uri) => {
    const document = openDocument(uri);
    if (!document) return collection.delete(uri);
    const file = await definitions.file(uri);
    if (!file || !isCurrent(document, file)) return;
    show(document, file.problems);
    if (file.unchecked) await lookAtPatterns(document, file);
  };

  const show = (document: vscode.TextDocument, problems: readonly Problem[]) =>
    collection.set(
      document.uri,
      problemsOf(document, problems).map(problem => toDiagnostic(document, problem)),
    );

  /** One text after the other: while one is looked at, those that are typed meanwhile wait, and only the last counts. */
  const lookAtPatterns = async (document: vscode.TextDocument, file: DefinitionFile) => {
    const key = document.uri.toString();
    if (looking.has(key)) return;
    looking.add(key);
    try {
      const found = await engine.authoring.checkPatterns(file.text, file.fileName);
      if (isCurrent(document, file)) return show(document, [...file.problems, ...found]);
    } finally {
      looking.delete(key);
    }
    await check(document.uri);
  };

  const checkSoon = (uri: vscode.Uri) => {
    if (isDefinitionUri(uri)) check(uri).catch(error => log.error(error));
  };
  const checkAll = () => {
    for (const { uri } of vscode.workspace.textDocuments) checkSoon(uri);
  };
  checkAll();
  return vscode.Disposable.from(
    collection,
    definitions.onDidChange(checkSoon),
    onSettingChange(['problems.severity'], checkAll),
    registerProblemPages(services),
    vscode.languages.registerCodeActionsProvider(
      { pattern: '**/*.parser.json' },
      problemFixes(definitions, (document, file) => problemsOf(document, file.problems)),
      { providedCodeActionKinds: problemFixKinds },
    ),
  );
}

/** A newer text has its own check under way; ranges are of the text that they were found in. */
function isCurrent(document: vscode.TextDocument, file: DefinitionFile): boolean {
  return !document.isClosed && file.text === document.getText();
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find(document => !document.isClosed && document.uri.toString() === key);
}
