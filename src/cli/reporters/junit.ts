import { oneLine } from '../../engine/index.ts';
import type { CheckedFile, CheckedSample } from '../../views/checkedFile.ts';
import { located } from '../../views/position.ts';
import type { Summary } from './reporter.ts';

/** JUnit's XML: a suite for each file, a case for each sample and each error. */
export function junit(files: readonly CheckedFile[], { samples, failed, skipped, errors }: Summary): string {
  const suites = files.map(({ file, problems, samples }) => {
    const cases = samples.map(sample => testCase(file, `${sample.definition}: ${sample.name}`, sample));
    const broken = problems.filter(({ severity }) => severity === 'error');
    cases.push(
      ...broken.map(problem => testCase(file, problem.code, { ...problem, verdict: 'error', differences: [] })),
    );
    const count = (verdictName: CheckedSample['verdict']) =>
      samples.filter(({ verdict }) => verdict === verdictName).length;
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
export function xml(text: string): string {
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
    .replace(/:(?=:)(?<=^\s*:)|#(?=#\w*\[)/gm, entity);
}

function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/** Text for an attribute, in which line feeds and tabs are read as blanks unless they are escaped. */
export function attribute(text: string): string {
  return xml(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
