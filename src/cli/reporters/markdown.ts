import { oneLine } from '../../engine/index.ts';
import type { CheckedFile } from '../../views/checkedFile.ts';
import { plural, type Summary, title } from './reporter.ts';

/** The most rows of a table: a summary on GitHub ends after a megabyte. */
const maxRows = 500;
/** The longest text of a cell, in UTF-16 units. */
const maxCell = 400;

/** A summary in Markdown, for a job's page or a comment. What authors and models wrote is code: nothing in it is a link, an image or a mention. */
export function markdown(files: readonly CheckedFile[], summary: Summary): string {
  const { definitions, samples, passed, failed, skipped, errors, warnings } = summary;
  const isFine = failed + errors === 0;
  const counts = [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`]
    .concat(errors && plural(errors, 'error'), warnings && plural(warnings, 'warning'))
    .filter(Boolean);
  const head = `### ${isFine ? '✅' : '❌'} ParserLens: ${counts.join(', ')}\n\n${plural(samples, 'sample')} of ${plural(definitions, 'definition')} in ${plural(files.length, 'file')}.\n`;
  const rows = files.flatMap(({ file, problems, samples }) => [
    ...problems.map(({ line, severity, code, message }) => row(file, line, severity, `\`${code}\``, message)),
    ...samples
      .filter(({ verdict }) => verdict === 'fail')
      .map(sample => row(file, sample.line, 'failed', cell(title(sample)), sample.message ?? '')),
  ]);
  if (rows.length === 0) return head;
  const more = rows.length > maxRows ? `\n${rows.length - maxRows} more are left out.\n` : '';
  return `${head}\n| place | | what | why |\n| --- | --- | --- | --- |\n${rows.slice(0, maxRows).join('')}${more}`;
}

function row(file: string, line: number, verdict: string, what: string, message: string): string {
  return `| ${cell(`${file}:${line}`)} | ${verdict} | ${what} | ${cell(message)} |\n`;
}

/** A text as code in a table's cell: on one line, with more backticks around it than are in it, and with its bars escaped. */
function cell(text: string): string {
  const line = oneLine(text.length > maxCell ? `${text.slice(0, maxCell)}…` : text).replaceAll('|', '\\|');
  if (line.trim() === '') return '';
  const fence = '`'.repeat(Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return `${fence} ${line} ${fence}`;
}
