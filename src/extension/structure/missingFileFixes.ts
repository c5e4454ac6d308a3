import * as vscode from 'vscode';
import { isPython } from '../../engine/index.ts';
import { toRange } from '../convert.ts';
import type { Services } from '../services.ts';
import { exists } from './files.ts';
import { referencesIn } from './references.ts';

/** The codes of problems that a new file may solve. */
const creatable: readonly unknown[] = ['missing-file', 'module-error'];

/** The fixes of paths that lead to no file: the file is created. */
export function missingFileFixes(services: Services) {
  return {
    async provideCodeActions(
      document: vscode.TextDocument,
      _range: vscode.Range,
      { diagnostics }: vscode.CodeActionContext,
      token: vscode.CancellationToken,
    ) {
      const own = diagnostics.filter(({ code }) => creatable.includes(codeOf(code)));
      if (own.length === 0) return undefined;
      const references = await referencesIn(services, document);
      const near = references.filter(({ span }) => own.some(each => each.range.contains(toRange(document, span))));
      const missing = await Promise.all(near.map(async one => ((await canCreate(one.uri)) ? one : undefined)));
      if (token.isCancellationRequested) return undefined;
      const actions = missing.map(async reference => {
        if (!reference) return [];
        const { uri, path, kind } = reference;
        const action = new vscode.CodeAction(vscode.l10n.t('Create {0}', path), vscode.CodeActionKind.QuickFix);
        action.diagnostics = own.filter(({ range }) => range.contains(toRange(document, reference.span)));
        action.edit = new vscode.WorkspaceEdit();
        action.edit.createFile(uri, { ignoreIfExists: true });
        if (kind === 'module')
          action.edit.insert(
            uri,
            new vscode.Position(0, 0),
            await services.engine.instruction.moduleTemplate(isPython(path) ? 'python' : 'parser'),
          );
        action.command = { title: action.title, command: 'vscode.open', arguments: [uri] };
        action.isPreferred = true;
        return [action];
      });
      return (await Promise.all(actions)).flat();
    },
  };
}

/** Whether there is nothing at an address, where a file can be. */
async function canCreate(uri: vscode.Uri): Promise<boolean> {
  if (uri.path.endsWith('/') || vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false) return false;
  return !(await exists(uri));
}

function codeOf(code: vscode.Diagnostic['code']): unknown {
  return typeof code === 'object' ? code.value : code;
}
