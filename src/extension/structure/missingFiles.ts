import * as vscode from 'vscode';
import type { Problem } from '../../engine/index.ts';
import { withSeverities } from '../../views/problems.ts';
import { toDiagnostic, toRange } from '../convert.ts';
import { isDefinitionUri } from '../definitions/definitionStore.ts';
import { openDocument } from '../definitions/openDocument.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import { exists } from './exists.ts';
import { definitionSelector, type LocatedReference, referencesIn } from './references.ts';

/** The most files of one definition file whose being there is asked for. */
const maxChecked = 2000;

/** Underlines the paths of open definition files that lead to no file, and offers to create it. */
export function registerMissingFiles(services: Services): vscode.Disposable {
  const { definitions, engine, log, samples } = services;
  const collection = vscode.languages.createDiagnosticCollection('parserlens-files');

  const check = async (uri: vscode.Uri) => {
    const document = openDocument(uri);
    if (!document || definitions.isGone(document)) return collection.delete(uri);
    const { version } = document;
    const missing = await missingIn(services, document);
    if (document.isClosed || document.version !== version) return;
    collection.set(
      uri,
      withSeverities(missing.map(problemOf), getSetting('problems.severity', document)).map(problem =>
        toDiagnostic(document, problem),
      ),
    );
  };
  const checkSoon = (uri: vscode.Uri) => {
    if (isDefinitionUri(uri)) check(uri).catch(error => log.error(error));
  };
  const checkAll = () => {
    for (const { uri } of vscode.workspace.textDocuments) checkSoon(uri);
  };
  checkAll();

  const fixes: vscode.CodeActionProvider = {
    async provideCodeActions(document, range, { diagnostics }, token) {
      const own = diagnostics.filter(({ code }) => codeOf(code) === 'missing-file');
      if (own.length === 0) return undefined;
      const references = await referencesIn(services, document);
      const near = references.filter(({ span }) => toRange(document, span).intersection(range));
      const missing = await Promise.all(near.map(async one => ((await canCreate(one.uri)) ? one : undefined)));
      if (token.isCancellationRequested) return undefined;
      const actions = missing.map(async reference => {
        if (!reference) return [];
        const { uri, path, kind } = reference;
        const action = new vscode.CodeAction(vscode.l10n.t('Create {0}', path), vscode.CodeActionKind.QuickFix);
        action.diagnostics = own.filter(({ range }) => range.isEqual(toRange(document, reference.span)));
        action.edit = new vscode.WorkspaceEdit();
        action.edit.createFile(uri, { ignoreIfExists: true });
        if (kind === 'module')
          action.edit.insert(uri, new vscode.Position(0, 0), await engine.authoring.moduleTemplate('parser'));
        action.command = { title: action.title, command: 'vscode.open', arguments: [uri] };
        action.isPreferred = true;
        return [action];
      });
      return (await Promise.all(actions)).flat();
    },
  };
  return vscode.Disposable.from(
    collection,
    definitions.onDidChange(checkSoon),
    // A file of a sample came or went.
    samples.onDidChange(checkSoon),
    onSettingChange(['problems.severity'], checkAll),
    vscode.languages.registerCodeActionsProvider(definitionSelector, fixes, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
  );
}

async function missingIn(services: Services, document: vscode.TextDocument): Promise<readonly LocatedReference[]> {
  const references = (await referencesIn(services, document)).slice(0, maxChecked);
  const known = new Map<string, Promise<boolean>>();
  const isThere = await Promise.all(
    references.map(({ uri }) => {
      const key = uri.toString();
      const asked = known.get(key) ?? isFile(uri);
      known.set(key, asked);
      return asked;
    }),
  );
  return references.filter((_, i) => !isThere[i]);
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) !== 0;
  } catch {
    return false;
  }
}

/** Whether there is nothing at an address, where a file can be. */
async function canCreate(uri: vscode.Uri): Promise<boolean> {
  if (uri.path.endsWith('/') || vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false) return false;
  return !(await exists(uri));
}

function problemOf({ path, span }: LocatedReference): Problem {
  const message =
    path === ''
      ? vscode.l10n.t('The path of a file is missing.')
      : vscode.l10n.t('There is no file {0} relative to this definition.', path);
  return { code: 'missing-file', message, severity: 'error', span };
}

function codeOf(code: vscode.Diagnostic['code']): unknown {
  return typeof code === 'object' ? code.value : code;
}
