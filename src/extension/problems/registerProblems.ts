import * as vscode from 'vscode';
import type { Problem } from '../../engine/index.ts';
import type { CheckOptions } from '../../service/definitionChecks.ts';
import { fixAllEdits, ownProblems, withSeverities } from '../../views/problems.ts';
import { registerCommand } from '../commands.ts';
import { constrainingEngines } from '../constraints/constraintLens.ts';
import { toDiagnostic, toSpan, toTextEdit } from '../convert.ts';
import type { DefinitionFile } from '../definitions/definitionFile.ts';
import { definitionDocuments, isDefinitionUri } from '../definitions/definitionUris.ts';
import { openDocument } from '../definitions/openDocument.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import { inCell, notebookSource } from '../sources/notebookSource.ts';
import { holdsDefinitions, parsersOfNotebook } from '../sources/sourceDocuments.ts';
import { problemFixes, problemFixKinds } from './problemFixes.ts';
import { registerProblemPages } from './problemPages.ts';

/** How long the problems that are found at once wait for those that take longer, so that an error of a module does not blink while the user types; in milliseconds. */
const soon = 250;

/** Underlines what is wrong in open definition files, offers the fixes, and explains each problem. */
export function registerProblems(services: Services): vscode.Disposable {
  const { definitions, engine, log, modules, runtime } = services;
  const collection = vscode.languages.createDiagnosticCollection('parserlens');
  /** The files whose patterns and modules are being looked at. */
  const looking = new Set<string>();

  /** All problems that were last found of each file, for their fixes. */
  const complete = new Map<string, { readonly file: DefinitionFile; readonly problems: readonly Problem[] }>();
  const allOf = (document: vscode.TextDocument, file: DefinitionFile) => {
    const found = complete.get(document.uri.toString());
    return found?.file.text === file.text ? found.problems : file.problems;
  };

  const problemsOf = (document: vscode.TextDocument, { definitions }: DefinitionFile, problems: readonly Problem[]) => {
    // A file is a definition by its name, and has its schema by it; an untitled JSON text has neither.
    const isNamed = isDefinitionUri(document.uri);
    if (!isNamed && definitions.length === 0) return [];
    return withSeverities(ownProblems(problems, isNamed), getSetting('problems.severity', document));
  };

  /** The problems of a notebook stand in its cells. */
  const checkNotebook = async (uri: vscode.Uri) => {
    const file = await definitions.file(uri);
    const source = notebookSource(uri);
    if (!file || !source || file.written !== source.text) return;
    const found = withSeverities(file.problems, getSetting('problems.severity', uri));
    const placed = found.flatMap(problem => {
      const place = inCell(source, problem.span);
      return place ? [{ problem, ...place }] : [];
    });
    for (const { document } of source.cells) {
      const own = placed.filter(each => each.document === document);
      collection.set(
        document.uri,
        own.map(({ problem, range }) => toDiagnostic(document, { ...problem, span: toSpan(document, range) })),
      );
    }
  };

  const check = async (uri: vscode.Uri) => {
    if (notebookSource(uri)) return checkNotebook(uri);
    const document = openDocument(uri);
    if (!document || !holdsDefinitions(document) || definitions.isGone(document)) {
      complete.delete(uri.toString());
      return collection.delete(uri);
    }
    const file = await definitions.file(uri);
    if (!file || !isCurrent(document, file)) return;
    const isLooked = file.unchecked || constrainingEngines(document).length > 0;
    if (!isLooked || looking.has(uri.toString())) show(document, file, file.problems);
    if (isLooked) await lookCloser(document, file);
  };

  const show = (document: vscode.TextDocument, file: DefinitionFile, problems: readonly Problem[]) =>
    collection.set(
      document.uri,
      problemsOf(document, file, problems).map(problem => toDiagnostic(document, problem)),
    );

  /** One text after the other: while one is looked at, those that are typed meanwhile wait, and only the last counts. */
  const lookCloser = async (document: vscode.TextDocument, file: DefinitionFile) => {
    const key = document.uri.toString();
    if (looking.has(key)) return;
    looking.add(key);
    const early = setTimeout(() => isCurrent(document, file) && show(document, file, file.problems), soon);
    try {
      const found = await engine.instruction.checkDefinitions(file.text, file.fileName, {
        ...moduleState(document),
        engines: getSetting('engines', document),
      });
      const constrained = constrainingEngines(document);
      const unkept =
        constrained.length > 0
          ? await engine.constraints.constraintProblems(file.text, file.fileName, constrained)
          : [];
      const all = await definitions.placeProblems(file, [...found, ...unkept]);
      if (isCurrent(document, file)) {
        complete.set(key, { file, problems: all });
        return show(document, file, all);
      }
    } finally {
      clearTimeout(early);
      looking.delete(key);
    }
    await check(document.uri);
  };

  /** Modules run only in a trusted workspace, and only beside a file on disk. */
  const moduleState = ({ uri }: vscode.TextDocument): CheckOptions =>
    vscode.workspace.isTrusted && runtime.modules && uri.scheme !== 'untitled'
      ? { revision: modules.revision(uri) }
      : {};

  const checkSoon = (uri: vscode.Uri) => {
    check(uri).catch(error => log.error(error));
  };
  const checkAll = () => {
    for (const document of vscode.workspace.textDocuments) if (holdsDefinitions(document)) checkSoon(document.uri);
    for (const { uri } of vscode.workspace.notebookDocuments) if (parsersOfNotebook(uri)) checkSoon(uri);
  };
  checkAll();
  return vscode.Disposable.from(
    collection,
    definitions.onDidChange(checkSoon),
    vscode.workspace.onDidCloseNotebookDocument(notebook => {
      for (const { document } of notebook.getCells()) collection.delete(document.uri);
    }),
    vscode.workspace.onDidChangeNotebookDocument(({ contentChanges }) => {
      for (const { removedCells } of contentChanges)
        for (const { document } of removedCells) collection.delete(document.uri);
    }),
    onSettingChange(['problems.severity', 'engines'], checkAll),
    registerProblemPages(services),
    registerFixAll(services),
    vscode.languages.registerCodeActionsProvider(
      definitionDocuments,
      problemFixes(definitions, (document, file) => problemsOf(document, file, allOf(document, file))),
      { providedCodeActionKinds: problemFixKinds },
    ),
  );
}

/** A newer text has its own check under way; ranges are of the text that they were found in. */
function isCurrent(document: vscode.TextDocument, file: DefinitionFile): boolean {
  return !document.isClosed && file.written === document.getText();
}

/** *Fix All Problems in File* in the Command Palette: what is surely meant, as one edit. */
function registerFixAll({ definitions, log }: Services): vscode.Disposable {
  return registerCommand(log, 'fixAll', async () => {
    const document = vscode.window.activeTextEditor?.document;
    const file = document && (await definitions.file(document.uri));
    if (!document || !file || file.written !== document.getText()) return;
    const edits = fixAllEdits(file.problems);
    if (edits.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('There is nothing here that can be fixed for certain.'));
      return;
    }
    const edit = new vscode.WorkspaceEdit();
    edit.set(
      document.uri,
      edits.map(one => toTextEdit(document, one)),
    );
    await vscode.workspace.applyEdit(edit);
  });
}
