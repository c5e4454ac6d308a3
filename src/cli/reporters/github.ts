import { visible } from '../../engine/index.ts';
import type { CheckedFile, CheckedProblem, CheckedSample } from '../../views/checkedFile.ts';
import { plural, type Summary, title } from './reporter.ts';

/** GitHub's workflow commands: an annotation for each problem, and for each sample that does not pass. */
export function github(files: readonly CheckedFile[], summary: Summary): string {
  const lines = files.flatMap(({ file, problems, samples }) => [
    ...problems.map(problem => annotation(problem.severity, file, problem, problem.code)),
    ...samples
      .filter(({ verdict }) => verdict !== 'pass')
      .map(sample => annotation(sample.verdict === 'fail' ? 'error' : 'info', file, sample, title(sample))),
  ]);
  const { samples, passed, skipped } = summary;
  const total = `${passed} of ${plural(samples, 'sample')} passed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return `${[...lines, total].join('\n')}\n`;
}

function annotation(
  severity: CheckedProblem['severity'],
  file: string,
  { line, column, message }: Pick<CheckedSample, 'line' | 'column' | 'message'>,
  heading: string,
): string {
  const command = severity === 'info' ? 'notice' : severity;
  return workflowCommand(command, { file, line, col: column, title: heading }, message ?? '');
}

/** An annotation of GitHub's: a message with its place and a title. */
export function workflowCommand(
  command: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const property = (text: string | number) => data(String(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const place = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  return `::${command} ${place.join(',')}::${data(message)}`;
}

/** What GitHub's own toolkit escapes, and what acts in other ways made visible. */
function data(text: string): string {
  const lines = text.replaceAll('%', '%25').split('\r').map(visible);
  return lines.join('%0D').replaceAll('\n', '%0A');
}
