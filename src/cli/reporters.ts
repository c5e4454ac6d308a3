import { fromPlain, oneLine, toJsonText, visible } from '../engine/index.ts';
import type { CheckedFile, CheckedProblem, CheckedSample } from './checkFiles.ts';
import { withoutCommands } from './io.ts';
import { located } from './position.ts';

/** The numbers under a report. A file with an error fails like a sample. */
export interface Summary {
  readonly definitions: number;
  readonly samples: number;
  readonly passed: number;
  readonly failed: number;
  /** Not judged, because their modules may not run: they neither pass nor fail. */
  readonly skipped: number;
  readonly errors: number;
  readonly warnings: number;
}

/** Prints what `check` found. */
export type Reporter = (files: readonly CheckedFile[], summary: Summary, colour: boolean) => string;

/** What `--reporter` takes. */
export const reporters: Readonly<Record<string, Reporter>> = { pretty, json, junit, github };

/** Counts what was found. */
export function summarize(files: readonly CheckedFile[]): Summary {
  const samples = files.flatMap(file => file.samples);
  const problems = files.flatMap(file => file.problems);
  const count = (wanted: CheckedSample['verdict']) => samples.filter(({ verdict }) => verdict === wanted).length;
  return {
    definitions: files.reduce((sum, file) => sum + file.definitions.length, 0),
    samples: samples.length,
    passed: count('pass'),
    failed: count('fail'),
    skipped: count('skipped'),
    errors: problems.filter(({ severity }) => severity === 'error').length,
    warnings: problems.filter(({ severity }) => severity === 'warning').length,
  };
}

function pretty(files: readonly CheckedFile[], summary: Summary, colour: boolean): string {
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
  const { definitions, samples, passed, failed, skipped, errors, warnings } = summary;
  const counts = [`${passed} passed`, failed ? paint(31, `${failed} failed`) : ''];
  if (skipped) counts.push(paint(33, `${skipped} skipped`));
  if (errors) counts.push(paint(31, plural(errors, 'error')));
  if (warnings) counts.push(paint(33, plural(warnings, 'warning')));
  lines.push(
    `${plural(definitions, 'definition')}, ${plural(samples, 'sample')}: ${counts.filter(Boolean).join(', ')}`,
  );
  return withoutCommands(`${lines.join('\n')}\n`);
}

function differences({ differences }: CheckedSample, paint: (code: number, text: string) => string): string[] {
  return differences.flatMap(({ part, expected, actual }) => [
    `      ${part}`,
    ...expected.split('\n').map(line => paint(31, `      - ${visible(line)}`)),
    ...actual.split('\n').map(line => paint(32, `      + ${visible(line)}`)),
  ]);
}

function json(files: readonly CheckedFile[], summary: Summary): string {
  return `${visible(toJsonText(fromPlain({ ok: summary.failed + summary.errors === 0, ...summary, files })))}\n`;
}

function junit(files: readonly CheckedFile[], { samples, failed, skipped, errors }: Summary): string {
  const suites = files.map(({ file, problems, samples }) => {
    const cases = samples.map(sample => testCase(file, `${sample.definition}: ${sample.name}`, sample));
    const broken = problems.filter(({ severity }) => severity === 'error');
    cases.push(
      ...broken.map(problem => testCase(file, problem.code, { ...problem, verdict: 'error', differences: [] })),
    );
    const count = (wanted: CheckedSample['verdict']) => samples.filter(({ verdict }) => verdict === wanted).length;
    return `  <testsuite name="${attribute(file)}" ${counts(cases.length, count('fail'), broken.length, count('skipped'))}>\n${cases.join('')}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="parserlens" ${counts(samples + errors, failed, errors, skipped)}>\n${suites.join('')}</testsuites>\n`;
}

/** The numbers of a suite; skipped tests only where there are any. */
function counts(tests: number, failures: number, errors: number, skipped: number): string {
  const attributes = `tests="${tests}" failures="${failures}" errors="${errors}"`;
  return skipped > 0 ? `${attributes} skipped="${skipped}"` : attributes;
}

type Case = Pick<CheckedSample, 'line' | 'column' | 'message' | 'differences'> & {
  readonly verdict: CheckedSample['verdict'] | 'error';
};

function testCase(file: string, name: string, { verdict, line, column, message, differences }: Case): string {
  const head = `    <testcase classname="${attribute(file)}" name="${attribute(name)}" file="${attribute(file)}" line="${line}"`;
  if (verdict === 'pass') return `${head}/>\n`;
  if (verdict === 'skipped')
    return `${head}>\n      <skipped message="${attribute(oneLine(message ?? ''))}"/>\n    </testcase>\n`;
  const details = differences.map(({ part, expected, actual }) => `${part}\nexpected: ${expected}\nactual: ${actual}`);
  const text = [located(file, { line, column }, message ?? ''), ...details].join('\n');
  const tag = verdict === 'fail' ? 'failure' : 'error';
  return `${head}>\n      <${tag} message="${attribute(oneLine(message ?? ''))}">${xml(text)}</${tag}>\n    </testcase>\n`;
}

/** Text for XML 1.0, which has no way to write control characters and lone surrogates. What `visible` escapes is an entity here. */
function xml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    '\r': '&#13;',
  };
  return text
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu, '\ufffd')
    .replace(/[&<>"\r]/g, character => entities[character]!)
    .replace(/[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/g, entity)
    .replace(/^\s*:(?=:)|#(?=#\w*\[)/gm, start => start.slice(0, -1) + entity(start.slice(-1)));
}

function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/** Text for an attribute, in which line feeds and tabs are read as blanks unless they are escaped. */
function attribute(text: string): string {
  return xml(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

function github(files: readonly CheckedFile[], summary: Summary): string {
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
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const command = severity === 'info' ? 'notice' : severity;
  const place = `file=${property(file)},line=${line},col=${column},title=${property(heading)}`;
  return `::${command} ${place}::${data(message ?? '')}`;
}

/** What GitHub's own toolkit escapes, and what acts in other ways made visible. */
function data(text: string): string {
  const lines = text.replaceAll('%', '%25').split('\r').map(visible);
  return lines.join('%0D').replaceAll('\n', '%0A');
}

function title({ definition, name }: CheckedSample): string {
  return `${definition}: ${name}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
