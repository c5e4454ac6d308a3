import * as vscode from 'vscode';
import { isDefinitionUri } from '../definitions/definitionUris.ts';
import type { Services } from '../services.ts';

/** The name of a source's parser at a place of a definition's `source`. */
interface NamedParser {
  readonly source: vscode.Uri;
  /** As the source names it. */
  readonly name: string;
  /** The last part of the name in the definition file, which is what is renamed. */
  readonly range: vscode.Range;
  readonly last: string;
}

/** The most definition files that are looked through. */
const maxFiles = 2000;

/**
 * Renames a parser from a definition's `source`: in the source, by whatever extension renames names of its language, and in every
 * `source` that names it; in one step that one Undo takes back.
 */
export function sourceRename({ definitions }: Services) {
  /** The `source` of a definition at a place, and the parser that it names. */
  const parserAt = async (
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<NamedParser | undefined> => {
    const file = await definitions.file(document.uri);
    if (!file?.linked || file.written !== document.getText()) return undefined;
    for (const { linked, typeSpan } of file.definitions) {
      const link = file.linked.links.find(({ reference }) => reference === linked);
      const whole = new vscode.Range(document.positionAt(typeSpan.start), document.positionAt(typeSpan.end));
      if (link?.name === undefined || !whole.contains(position)) continue;
      const last = (link.name.split(/[^\p{L}\p{M}\p{N}_$]/u).at(-1) ?? '').replace(/^\d+/, '');
      const range = lastPart(document, typeSpan, last);
      if (last === '' || document.getText(range) !== last) continue;
      return { source: document.uri.with({ path: link.path }), name: link.name, range, last };
    }
    return undefined;
  };

  /** Where the source binds the parser to its name; `undefined`: not as a name that could be renamed. */
  const bindingOf = async ({ source, name, last }: NamedParser) => {
    const file = await definitions.file(source);
    const call = file?.definitions.find(each => each.name === name);
    if (!file || !call) return undefined;
    const before = file.written.slice(Math.max(0, call.span.start - 300), call.span.start);
    const written = last.replaceAll('$', '\\$$');
    const binding = `(?<![\\p{L}\\p{M}\\p{N}_$])${written}\\s*(?::[^=\\n]*)?=\\s*(?:new\\s+|await\\s+)?$`;
    const [bound] = new RegExp(binding, 'u').exec(before) ?? [];
    if (bound === undefined) return undefined;
    const document = await vscode.workspace.openTextDocument(source);
    return { document, position: document.positionAt(call.span.start - bound.length) };
  };

  return {
    parserAt,
    async edits(parser: NamedParser, newName: string, token: vscode.CancellationToken) {
      const binding = await bindingOf(parser);
      if (!binding)
        throw new Error(vscode.l10n.t('{0} is not bound to a name in the source that could be renamed.', parser.name));
      const { document, position } = binding;
      const edit = await vscode.commands
        .executeCommand<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', document.uri, position, newName)
        .then(
          made => made,
          () => undefined,
        );
      if (!edit || edit.size === 0)
        throw new Error(
          vscode.l10n.t('No extension renames {0} in {1}.', parser.last, vscode.workspace.asRelativePath(document.uri)),
        );
      await renameReferences(edit, parser, newName, token);
      return token.isCancellationRequested ? undefined : edit;
    },
  };

  async function renameReferences(
    edit: vscode.WorkspaceEdit,
    { source, name, last }: NamedParser,
    newName: string,
    token: vscode.CancellationToken,
  ) {
    const uris = (await definitions.uris(token)).filter(isDefinitionUri).slice(0, maxFiles);
    for (const uri of uris) {
      const file = await definitions.file(uri);
      if (!file?.linked) continue;
      const naming = file.definitions.filter(({ linked }) => {
        const link = file.linked?.links.find(({ reference }) => reference === linked);
        return link?.name === name && link.path === source.path;
      });
      if (naming.length === 0) continue;
      const document = await vscode.workspace.openTextDocument(uri);
      if (document.getText() !== file.written) continue;
      for (const { typeSpan } of naming) {
        const range = lastPart(document, typeSpan, last);
        if (document.getText(range) === last) edit.replace(uri, range, newName);
      }
    }
  }
}

/** Where the last part of a name stands in the text of a `source`, whose quotes are in the span. */
function lastPart(document: vscode.TextDocument, { end }: { readonly end: number }, last: string): vscode.Range {
  const behind = document.positionAt(end - 1);
  return new vscode.Range(behind.translate(0, -last.length), behind);
}
