import { pathToFileURL } from 'node:url';
import { version } from '../../../package.json';
import { problemCatalogue, visible } from '../../engine/index.ts';
import type { CheckedFile, CheckedProblem, CheckedSample } from '../../views/checkedFile.ts';
import { title } from './reporter.ts';

const failedSample = 'sample-failed';
const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

/** SARIF 2.1.0, which code scanning services read: a result for each problem and for each sample that fails. */
export function sarif(files: readonly CheckedFile[]): string {
  const results = files.flatMap(({ file, problems, samples }) => [
    ...problems.map(problem => result(file, problem.code, levels[problem.severity], problem.message, problem)),
    ...samples
      .filter(({ verdict }) => verdict === 'fail')
      .map(sample => result(file, failedSample, 'error', `${title(sample)}: ${sample.message ?? ''}`, sample)),
  ]);
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'ParserLens', version, rules: rules(new Set(results.map(({ ruleId }) => ruleId))) } },
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
  return `${visible(JSON.stringify(log, null, 2))}\n`;
}

type Level = (typeof levels)[CheckedProblem['severity']];

function result(
  file: string,
  ruleId: string,
  level: Level,
  text: string,
  { line, column }: Pick<CheckedSample, 'line' | 'column'>,
) {
  const region = { startLine: line, startColumn: column };
  return {
    ruleId,
    level,
    message: { text },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, region } }],
  };
}

/** A relative path as a relative URI, so that services find it in the repository; standard input keeps its name. */
function uriOf(file: string): string {
  const path = file.replaceAll('\\', '/');
  if (/^(?:\/|[a-z]:\/)/i.test(path)) return pathToFileURL(path).href;
  return path
    .replace(/^(?:\.\/)+/, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/');
}

function rules(used: ReadonlySet<string>) {
  const catalogue = Object.entries({
    ...problemCatalogue,
    [failedSample]: { severity: 'error' as const, summary: 'A sample does not give what it expects.' },
  });
  return catalogue
    .filter(([code]) => used.has(code))
    .map(([id, { severity, summary }]) => ({
      id,
      shortDescription: { text: summary },
      defaultConfiguration: { level: levels[severity] },
    }));
}
