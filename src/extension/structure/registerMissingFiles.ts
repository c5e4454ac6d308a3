import * as vscode from 'vscode';
import type { Problem } from '../../engine/index.ts';
import { withSeverities } from '../../views/problems.ts';
import { toDiagnostic } from '../convert.ts';
import { isDefinitionUri } from '../definitions/definitionUris.ts';
import { openDocument } from '../definitions/openDocument.ts';
import { loadPanels } from '../later/loadPanels.ts';
import { loadedOnce } from '../loadedOnce.ts';
import { outsideMessage } from '../samples/sampleFiles.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import { type Confines, confinesOf, isOutside } from './confines.ts';
import { definitionSelector, type LocatedReference, referencesIn } from './references.ts';

/** The most files of one definition file whose being there is asked for. */
const maxChecked = 2000;

/** Underlines the paths of open definition files that lead to no file, and offers to create it. */
export function registerMissingFiles(services: Services): vscode.Disposable {
  const { definitions, log, samples } = services;
  const collection = vscode.languages.createDiagnosticCollection('parserlens-files');

  const check = async (uri: vscode.Uri) => {
    const document = openDocument(uri);
    if (!document || definitions.isGone(document)) return collection.delete(uri);
    const { version } = document;
    const problems = await problemsIn(services, document);
    if (document.isClosed || document.version !== version) return;
    collection.set(
      uri,
      withSeverities(problems, getSetting('problems.severity', document)).map(problem =>
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

  const fixes = loadedOnce(async () => (await loadPanels()).missingFileFixes(services));
  return vscode.Disposable.from(
    collection,
    definitions.onDidChange(checkSoon),
    // A file of a sample came or went.
    samples.onDidChange(checkSoon),
    onSettingChange(['problems.severity', 'files.allowedFolders'], checkAll),
    vscode.languages.registerCodeActionsProvider(
      definitionSelector,
      { provideCodeActions: async (...at) => (await fixes()).provideCodeActions(...at) },
      {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      },
    ),
  );
}

async function problemsIn(services: Services, document: vscode.TextDocument): Promise<readonly Problem[]> {
  const references = (await referencesIn(services, document)).slice(0, maxChecked);
  const confines = confinesOf(vscode.Uri.joinPath(document.uri, '..'), services.runtime);
  const known = new Map<string, ReturnType<typeof problemOf>>();
  const problems = await Promise.all(
    references.map(async reference => {
      const { uri, kind, path } = reference;
      // Where modules run, running this one tells more.
      if (kind === 'module' && path !== '' && vscode.workspace.isTrusted && services.runtime.modules) return [];
      const key = `${kind} ${uri}`;
      const found = known.get(key) ?? problemOf(uri, kind === 'sample' ? confines : undefined);
      known.set(key, found);
      return (await found)?.(reference) ?? [];
    }),
  );
  return problems.flat();
}

/** What is wrong with a file that is named; a module, which runs only where the user trusts it, may be anywhere. */
async function problemOf(
  uri: vscode.Uri,
  confines: Confines | undefined,
): Promise<((reference: LocatedReference) => Problem) | undefined> {
  if (confines && (await isOutside(uri, confines))) return outside;
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.File) === 0 ? missing : undefined;
  } catch {
    return missing;
  }
}

function outside({ path, span }: LocatedReference): Problem {
  return { code: 'file-outside', message: outsideMessage(path), severity: 'error', span };
}

function missing({ path, span }: LocatedReference): Problem {
  const message =
    path === ''
      ? vscode.l10n.t('The path of a file is missing.')
      : vscode.l10n.t('There is no file {0} relative to this definition.', path);
  return { code: 'missing-file', message, severity: 'error', span };
}
