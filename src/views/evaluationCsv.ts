import type { VerdictTable } from '../engine/index.ts';

/**
 * The rows of an evaluation as CSV (RFC 4180) with a header, a line at a time: what became of each row, what was measured of it, and its columns.
 * No response's text is in it, and no cell is a formula of a spreadsheet.
 */
export function* evaluationCsv(table: VerdictTable, logs: readonly { readonly path: string }[]): Generator<string> {
  const { columns, measures } = table;
  yield csvLine(['id', 'log', 'line', 'verdict', 'code', 'detail', ...measures, ...columns]);
  for (let i = 0; i < table.size; i++) {
    const { id, place, verdict, cause } = table.row(i);
    const numbers = table.measuresAt(i);
    yield csvLine([
      id ?? '',
      logs[place.log]?.path ?? '',
      String(place.line),
      verdict,
      cause?.code ?? '',
      cause?.detail ?? '',
      ...measures.map(name => String(numbers[name] ?? '')),
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
