import { oneLine, visible } from '../../engine/index.ts';
import type { CheckedFile, CheckedSample } from '../../views/checkedFile.ts';
import { located } from '../../views/position.ts';
import { withoutCommands } from '../io.ts';
import { plural, type Summary, title } from './reporter.ts';

/** For a terminal: a line for each problem and sample, and a summary. */
export function pretty(files: readonly CheckedFile[], summary: Summary, colour: boolean): string {
  const paint = (code: number, text: string) => (colour ? `\x1b[${code}m${text}\x1b[39m` : text);
  const lines: string[] = [];
  for (const { file, problems, samples } of files) {
    lines.push(oneLine(file));
    for (const problem of problems)
      lines.push(
        `  ${located(file, problem, `${paint(problem.severity === 'error' ? 31 : 33, problem.severity)}: ${problem.message} [${problem.code}]`)}`,
      );
    for (const sample of samples) {
      if (sample.verdict === 'skipped') {
        lines.push(`  ${paint(33, '○')} ${oneLine(title(sample))}: skipped`);
        continue;
      }
      const passed = sample.verdict === 'pass';
      lines.push(`  ${passed ? paint(32, '✓') : paint(31, '✗')} ${oneLine(title(sample))}`);
      if (!passed) lines.push(`    ${located(file, sample, sample.message ?? '')}`, ...differences(sample, paint));
    }
    lines.push('');
  }
  const { definitions, conversations, samples, passed, failed, skipped, errors, warnings } = summary;
  const counts = [`${passed} passed`, failed ? paint(31, `${failed} failed`) : ''];
  if (skipped) counts.push(paint(33, `${skipped} skipped`));
  if (errors) counts.push(paint(31, plural(errors, 'error')));
  if (warnings) counts.push(paint(33, plural(warnings, 'warning')));
  const checked = [plural(definitions, 'definition'), plural(samples, 'sample')];
  if (conversations > 0) checked.splice(1, 0, plural(conversations, 'conversation'));
  lines.push(`${checked.join(', ')}: ${counts.filter(Boolean).join(', ')}`);
  return withoutCommands(`${lines.join('\n')}\n`);
}

function differences({ differences }: CheckedSample, paint: (code: number, text: string) => string): string[] {
  return differences.flatMap(({ part, expected, actual }) => [
    `      ${part}`,
    ...expected.split('\n').map(line => paint(31, `      - ${visible(line)}`)),
    ...actual.split('\n').map(line => paint(32, `      + ${visible(line)}`)),
  ]);
}
