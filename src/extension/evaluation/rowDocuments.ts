import * as vscode from 'vscode';
import type { OpenedRow } from '../../service/evaluationApi.ts';
import { prefix } from '../commands.ts';
import { toRange } from '../convert.ts';
import { documentColumn } from '../documentColumn.ts';
import { documentSchemes } from '../later/documentSchemes.ts';
import type { DefinitionId } from '../responses/responseSession.ts';
import { VirtualDocuments } from '../virtualDocuments.ts';

/** The longest response that is opened, in UTF-16 units; VS Code's language features are slow beyond. */
const maxDocument = 5_000_000;

/** Responses of a log's rows as read-only documents, with lenses above their parts. */
export class RowDocuments implements vscode.Disposable {
  readonly #documents = new VirtualDocuments(
    documentSchemes.row,
    uri => this.#documents.kept(uri) ?? vscode.l10n.t('Open the row again from its evaluation.'),
  );
  readonly #closing = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => forget(closed));

  /** Whether a row is on the screen. */
  get isShown(): boolean {
    return vscode.window.visibleTextEditors.some(({ document }) => document.uri.scheme === documentSchemes.row);
  }

  /** Shows a row as a tab where documents are, parsed, with its cause selected. `id`: of its evaluation, with the row's number. */
  async show(id: string, row: OpenedRow, definition: DefinitionId, focus: boolean): Promise<void> {
    const ending = row.isJson ? 'json' : 'md';
    const name = `${row.name.replace(/[/\\?#:*"<>|\s]+/g, ' ').slice(0, 80)}.${ending}`;
    const uri = vscode.Uri.from({ scheme: documentSchemes.row, path: `/${name}`, query: id });
    if (row.text.length > maxDocument)
      throw new Error(vscode.l10n.t('The response is too long to be shown: it has {0} characters.', row.text.length));
    this.#documents.keep(uri, row.text);
    const visible = vscode.window.visibleTextEditors.find(editor => editor.document.uri.scheme === documentSchemes.row);
    const editor = await this.#documents.show(uri, {
      viewColumn: visible?.viewColumn ?? documentColumn(),
      preserveFocus: !focus,
      preview: true,
    });
    if (row.text.trim() !== '')
      await vscode.commands.executeCommand(
        `${prefix}.parseAs`,
        uri.toString(),
        definition.uri.toString(),
        definition.name,
      );
    if (!row.span || row.isJson) return;
    const { document } = editor;
    // A document has line feeds where the response may have others.
    const isSame = document.getText() === row.text;
    if (!isSame) return;
    const range = toRange(document, row.span);
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  dispose(): void {
    this.#closing.dispose();
    this.#documents.dispose();
  }
}

/** VS Code keeps a document for minutes after its tab was closed: without this, all rows that were walked over would be among the problems. */
function forget(closed: readonly vscode.Tab[]): void {
  for (const { input } of closed)
    if (input instanceof vscode.TabInputText && input.uri.scheme === documentSchemes.row)
      void vscode.commands.executeCommand(`${prefix}.clearResult`, input.uri.toString());
}
