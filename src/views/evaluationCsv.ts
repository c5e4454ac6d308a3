import type { VerdictTable } from '../engine/index.ts';

/**
 * The rows of an evaluation as CSV (RFC 4180) with a header, a line at a time: what became of each row, and its columns.
 * No response's text is in it, and no cell is a formula of a spreadsheet.
 */
export function* evaluationCsv(table: VerdictTable, logs: readonly { readonly path: string }[]): Generator<string> {
  const { columns } = table;
  yield csvLine(['id', 'log', 'line', 'verdict', 'code', 'detail', ...columns]);
  for (let i = 0; i < table.size; i++) {
    const { id, place, verdict, cause } = table.row(i);
    yield csvLine([
      id ?? '',
      logs[place.log]?.path ?? '',
      String(place.line),
      verdict,
      cause?.code ?? '',
      cause?.detail ?? '',
      ...columns.map(column => table.valueAt(column, i) ?? ''),
    ]);
  }
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A cell that begins like a formula gets an apostrophe before it, which spreadsheets take as "this is text". */
function csvCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
