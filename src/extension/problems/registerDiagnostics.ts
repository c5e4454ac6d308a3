import * as vscode from 'vscode';
import type { Problem } from '../../engine/index.ts';
import { ownProblems, withSeverities } from '../../views/problems.ts';
import { toDiagnostic } from '../convert.ts';
import { definitionDocuments } from '../definitions/definitionDocuments.ts';
import { type DefinitionFile, isDefinitionDocument, isDefinitionUri } from '../definitions/definitionStore.ts';
import { openDocument } from '../definitions/openDocument.ts';
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

  const problemsOf = (document: vscode.TextDocument, { definitions }: DefinitionFile, problems: readonly Problem[]) => {
    // A file is a definition by its name, and has its schema by it; of an untitled JSON text neither is known.
    const isNamed = isDefinitionUri(document.uri);
    if (!isNamed && definitions.length === 0) return [];
    return withSeverities(ownProblems(problems, isNamed), getSetting('problems.severity', document));
  };

  const check = async (uri: vscode.Uri) => {
    const document = openDocument(uri);
    if (!document || !isDefinitionDocument(document) || definitions.isGone(document)) return collection.delete(uri);
    const file = await definitions.file(uri);
    if (!file || !isCurrent(document, file)) return;
    show(document, file, file.problems);
    if (file.unchecked) await lookAtPatterns(document, file);
  };

  const show = (document: vscode.TextDocument, file: DefinitionFile, problems: readonly Problem[]) =>
    collection.set(
      document.uri,
      problemsOf(document, file, problems).map(problem => toDiagnostic(document, problem)),
    );

  /** One text after the other: while one is looked at, those that are typed meanwhile wait, and only the last counts. */
  const lookAtPatterns = async (document: vscode.TextDocument, file: DefinitionFile) => {
    const key = document.uri.toString();
    if (looking.has(key)) return;
    looking.add(key);
    try {
      const found = await engine.authoring.checkPatterns(file.text, file.fileName);
      if (isCurrent(document, file)) return show(document, file, [...file.problems, ...found]);
    } finally {
      looking.delete(key);
    }
    await check(document.uri);
  };

  const checkSoon = (uri: vscode.Uri) => {
    check(uri).catch(error => log.error(error));
  };
  const checkAll = () => {
    for (const document of vscode.workspace.textDocuments) if (isDefinitionDocument(document)) checkSoon(document.uri);
  };
  checkAll();
  return vscode.Disposable.from(
    collection,
    definitions.onDidChange(checkSoon),
    onSettingChange(['problems.severity'], checkAll),
    registerProblemPages(services),
    vscode.languages.registerCodeActionsProvider(
      definitionDocuments,
      problemFixes(definitions, (document, file) => problemsOf(document, file, file.problems)),
      { providedCodeActionKinds: problemFixKinds },
    ),
  );
}

/** A newer text has its own check under way; ranges are of the text that they were found in. */
function isCurrent(document: vscode.TextDocument, file: DefinitionFile): boolean {
  return !document.isClosed && file.text === document.getText();
}
