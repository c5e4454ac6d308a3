import * as vscode from 'vscode';
import { isSameAddress } from '../definitions/openDocument.ts';

/** A cell of a notebook in the text that its source is read from. */
interface CellPlace {
  readonly document: vscode.TextDocument;
  /** Of the cell's text in the notebook's, between the quotes. */
  readonly start: number;
  readonly end: number;
}

/** An open notebook as the text of a file, cells as they are typed. */
export interface NotebookSource {
  readonly notebook: vscode.NotebookDocument;
  readonly text: string;
  readonly version: string;
  readonly cells: readonly CellPlace[];
}

const made = new WeakMap<vscode.NotebookDocument, NotebookSource>();

/** The open notebook of an address, as a source; `undefined` where it is not open. */
export function notebookSource(uri: vscode.Uri): NotebookSource | undefined {
  if (!uri.path.endsWith('.ipynb')) return undefined;
  const notebook = vscode.workspace.notebookDocuments.find(each => !each.isClosed && isSameAddress(each.uri, uri));
  return notebook && sourceOf(notebook);
}

/** The notebook that a document is a cell of. */
export function notebookOfCell({ uri }: vscode.TextDocument): NotebookSource | undefined {
  if (uri.scheme !== 'vscode-notebook-cell' || !uri.path.endsWith('.ipynb')) return undefined;
  const key = uri.toString();
  const notebook = vscode.workspace.notebookDocuments.find(each =>
    each.getCells().some(({ document }) => document.uri.toString() === key),
  );
  return notebook && sourceOf(notebook);
}

function sourceOf(notebook: vscode.NotebookDocument): NotebookSource {
  const cells = notebook.getCells().filter(({ kind }) => kind === vscode.NotebookCellKind.Code);
  const version = cells.map(({ document }) => `${document.uri.fragment}:${document.version}`).join();
  const before = made.get(notebook);
  if (before?.version === version) return before;
  const language = cells[0]?.document.languageId ?? 'python';
  let text = `{"metadata":{"language_info":{"name":${JSON.stringify(language)}}},"cells":[`;
  const places: CellPlace[] = [];
  for (const { document } of cells) {
    if (places.length > 0) text += ',';
    text += '{"cell_type":"code","source":"';
    const start = text.length;
    // Other line ends would be no line ends in the notebook's file either.
    text += JSON.stringify(document.getText()).slice(1, -1);
    places.push({ document, start, end: text.length });
    text += '"}';
  }
  const source = { notebook, text: `${text}]}`, version, cells: places };
  made.set(notebook, source);
  return source;
}

/** A span of a notebook's text as a range of the cell that it begins in; `undefined`: it begins in none. */
export function inCell(
  { text, cells }: NotebookSource,
  span: { readonly start: number; readonly end: number },
): { readonly document: vscode.TextDocument; readonly range: vscode.Range } | undefined {
  const cell = cells.find(({ start, end }) => start <= span.start && span.start <= end);
  if (!cell) return undefined;
  const offsetOf = (offset: number) => lengthOf(text.slice(cell.start, Math.min(offset, cell.end)));
  const { document } = cell;
  const range = new vscode.Range(document.positionAt(offsetOf(span.start)), document.positionAt(offsetOf(span.end)));
  return { document, range };
}

/** A span of a notebook's text as a range of one of its cells; `undefined`: it begins in another. */
export function rangeIn(
  source: NotebookSource,
  cell: vscode.TextDocument,
  span: { readonly start: number; readonly end: number },
): vscode.Range | undefined {
  const place = inCell(source, span);
  return place?.document === cell ? place.range : undefined;
}

/** The offset in a notebook's text of a place in one of its cells. */
export function offsetIn({ cells }: NotebookSource, cell: vscode.TextDocument, position: vscode.Position): number {
  const place = cells.find(({ document }) => document === cell);
  const before = cell.getText(new vscode.Range(new vscode.Position(0, 0), position));
  return (place?.start ?? 0) + JSON.stringify(before).length - 2;
}

/** The length of the text that a part of a JSON string stands for. */
function lengthOf(escaped: string): number {
  return escaped.replace(/\\(?:u[0-9a-fA-F]{4}|.)/g, '_').length;
}
