import { dirname, resolve } from 'node:path';
import {
  type Definition,
  fromPlain,
  mutationDetail,
  mutationOperators,
  oneLine,
  type RobustnessOptions,
  type RobustnessReport,
  type RobustnessTotals,
  robustnessOf,
  robustnessOfSample,
  robustnessTotals,
  toJsonText,
  unreadOwn,
  visible,
} from '../engine/index.ts';
import type { Confines } from '../node/namedFile.ts';
import { sampleText } from './check/checkFiles.ts';
import type { Command } from './command.ts';
import { exitCode, type Io, tell, UsageError } from './io.ts';
import { type Loaded, loadDefinition } from './loadDefinition.ts';
import { inputName, readInput } from './readInput.ts';
import { confinesOf, rootOption, wholeNumber } from './sharedOptions.ts';

/** `parserlens robustness`: what becomes of mutated responses, and a score. */
export const robustnessCommand: Command = {
  name: 'robustness',
  summary: 'see how a definition copes with the mistakes that models make',
  help: `Usage: parserlens robustness FILE[#NAME] [RESPONSE | -] [--seed N] [--min SCORE] [--root DIR] [--json]

Mutates a response that a definition reads in up to ${mutationOperators.length} ways in which models err (no fence, prose around the answer, a
trailing comma, cut off, …), and prints the mutations that the definition does not cope with: ✗ where it gives an error,
⚠ where it silently gives another value. Values of the definition's own (of its types, examples and demos) that the
framework does not read as it writes them are named first. The score is the percentage of mutations that give the same value or, where part
of the answer was lost, an error. Mutations that do not apply to a response are not counted.

  FILE      a .parser.json
  #NAME     picks one of several definitions
  RESPONSE  a file with a response that the definition reads, or - for standard input; without it, all samples that pass
            without repairs or warnings
  --seed    an integer that decides where a response is mutated (default: 0); the same seed gives the same mutations
  --min     exit with 1 if the score is below this (0 to 100)
  --root    the folder that files which samples name must be in, links resolved (default: the current folder)
  --json    print one object with all mutations, passed and failed, and their texts
`,
  options: { seed: { type: 'string' }, min: { type: 'string' }, ...rootOption, json: { type: 'boolean' } },
  positionals: [1, 2],
  async run(args, io) {
    const [reference = '', path] = args.positionals;
    if (reference === '-' && path === '-')
      throw new UsageError('parserlens robustness: The definition and the response cannot both be standard input.');
    const seed = wholeNumber(args, 'seed', -(2 ** 31), 2 ** 32 - 1) ?? 0;
    const min = wholeNumber(args, 'min', 0, 100);
    const confines = await confinesOf(args, io);
    const loaded = await loadDefinition(reference, io);
    const rows =
      path === undefined ? await ofSamples(loaded, { seed }, confines, io) : [await ofFile(loaded, path, { seed }, io)];
    const own = unreadOwn(loaded.problems, loaded.definition).map(({ message }) => message);
    const totals = robustnessTotals(rows.flatMap(({ report }) => (report.ok ? report.outcomes : [])));
    const colour = io.stdout.isTTY === true && !io.env.NO_COLOR;
    const text = args.flag('json')
      ? visible(json(loaded.definition, seed, own, rows, totals))
      : pretty(own, rows, totals, colour);
    await tell(io.stdout, text);
    if (totals.score === undefined) {
      const why = rows.length > 0 ? 'no response can be mutated' : 'there is no sample';
      await tell(io.stderr, `${oneLine(reference)}: ${why}.\n`);
      return exitCode.failed;
    }
    return min !== undefined && totals.score < min ? exitCode.failed : exitCode.fine;
  },
};

interface Row {
  readonly name: string;
  readonly report: RobustnessReport;
}

async function ofFile({ definition }: Loaded, path: string, options: RobustnessOptions, io: Io): Promise<Row> {
  const report = await robustnessOf(definition, await readInput(path, io), options, io.host);
  return { name: inputName(path), report };
}

async function ofSamples(
  { definition, file }: Loaded,
  options: RobustnessOptions,
  confines: Confines,
  io: Io,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const sample of definition.samples) {
    const response = await sampleText(sample, resolve(io.cwd, dirname(file)), confines);
    const report: RobustnessReport =
      'error' in response
        ? { ok: false, reason: response.error }
        : await robustnessOfSample(definition, sample, response.text, options, io.host);
    rows.push({ name: sample.name, report });
  }
  return rows;
}

function pretty(own: readonly string[], rows: readonly Row[], totals: RobustnessTotals, colour: boolean): string {
  const paint = (code: number, text: string) => (colour ? `\x1b[${code}m${text}\x1b[39m` : text);
  const lines = own.map(message => `${paint(33, '⚠')} ${oneLine(message)}`);
  for (const { name, report } of rows) {
    if (!report.ok) {
      lines.push(`${oneLine(name)}: not mutated. ${oneLine(report.reason)}`);
      continue;
    }
    lines.push(`${oneLine(name)}: ${counts(robustnessTotals(report.outcomes))}`);
    const failed = report.outcomes.filter(({ passed }) => !passed);
    const width = Math.max(0, ...failed.map(({ operator }) => operator.length));
    for (const outcome of failed) {
      const mark = outcome.outcome === 'changed' ? paint(33, '⚠') : paint(31, '✗');
      lines.push(
        `  ${mark} ${outcome.operator.padEnd(width)}  ${outcome.summary}: ${oneLine(mutationDetail(outcome))}`,
      );
    }
  }
  if (totals.score !== undefined) lines.push('', `score ${totals.score}: ${counts(totals)}`);
  return lines.map(line => `${line}\n`).join('');
}

function counts({ tried, passed, errors, changed }: RobustnessTotals): string {
  const failures = [
    ...(errors > 0 ? [`${errors} error${errors === 1 ? '' : 's'}`] : []),
    ...(changed > 0 ? [`${changed} silently different`] : []),
  ];
  return [`${passed} of ${tried} mutations passed`, ...failures].join(', ');
}

function json(
  { name, type }: Definition,
  seed: number,
  own: readonly string[],
  rows: readonly Row[],
  totals: RobustnessTotals,
): string {
  const responses = rows.map(({ name, report }) =>
    report.ok
      ? {
          name,
          ...robustnessTotals(report.outcomes),
          outcomes: report.outcomes.map(outcome => ({
            operator: outcome.operator,
            family: outcome.family,
            outcome: outcome.outcome,
            passed: outcome.passed,
            ...(outcome.outcome === 'error' && { error: outcome.error }),
            ...(outcome.outcome === 'changed' && { difference: outcome.difference }),
            response: outcome.response,
          })),
          skipped: report.skipped.map(({ operator, reason }) => ({ operator, reason })),
        }
      : { name, reason: report.reason },
  );
  return `${toJsonText(fromPlain({ definition: name, type, seed, ...totals, ownUnread: own, responses }))}\n`;
}
