// @ts-check
// The report of a run: a table of the folders, and what survived, ready to be read beside the source.

import { budget, isOwnTest } from './choose.mjs';
import { isAlive, keyOf } from './verdicts.mjs';

/**
 * @param {object} options
 * @param {ReadonlyMap<string, readonly string[]>} options.folders
 * @param {readonly import('./mutants.mjs').Mutant[]} options.drawn
 * @param {readonly import('./mutants.mjs').Mutant[]} options.equivalents
 * @param {Readonly<Record<string, import('./judge.mjs').Judgement>>} options.results
 * @returns {{ table: string, report: string, worst: number, share: number }} worst: the smallest share that a folder has killed; share: of all together
 */
export function reportOf({ folders, drawn, equivalents, results }) {
  const rows = [
    '| folder | killed | by other folders’ tests only | survived | equivalent | share |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
  ];
  const survivors = [];
  /** @type {import('./mutants.mjs').Mutant[]} */
  const foreign = [];
  let worst = 1;
  for (const [folder, sources] of folders) {
    if (!drawn.some(({ file }) => sources.includes(file))) continue;
    const of = (/** @type {readonly import('./mutants.mjs').Mutant[]} */ list) =>
      list.filter(({ file }) => sources.includes(file));
    const verdicts = of(drawn).filter(mutant => results[keyOf(mutant)]);
    const judged = verdicts.length;
    const alive = verdicts.filter(mutant => isAlive(results[keyOf(mutant)]));
    const strangers = verdicts.filter(mutant => {
      const { by } = results[keyOf(mutant)] ?? {};
      return by && !isOwnTest(mutant.file, by.split(': ')[0] ?? '');
    });
    foreign.push(...strangers);
    const share = judged ? (judged - alive.length) / judged : 1;
    worst = Math.min(worst, share);
    rows.push(
      `| ${folder} | ${judged - alive.length} | ${strangers.length} | ${alive.length} | ${of(equivalents).length} | ${(100 * share).toFixed(1)} % |`,
    );
    for (const mutant of alive) {
      const { file, line, text, mutator, original, replacement } = mutant;
      const unmet = results[keyOf(mutant)]?.verdict === 'unmet' ? ', no test reaches it' : '';
      survivors.push(
        `## ${file}:${line} (${mutator}${unmet})`,
        '```ts',
        text,
        '```',
        '```diff',
        `${lines('-', original)}`,
      );
      survivors.push(lines('+', replacement), '```', '');
    }
  }
  const judged = drawn.filter(mutant => results[keyOf(mutant)]);
  const killed = judged.filter(mutant => !isAlive(results[keyOf(mutant)])).length;
  const share = judged.length ? killed / judged.length : 1;
  const sum = [killed, foreign.length, judged.length - killed, equivalents.length];
  if (folders.size > 1) rows.push(`| all | ${sum.join(' | ')} | ${(100 * share).toFixed(1)} % |`);
  const table = `${rows.join('\n')}\n`;
  const scope = `Each mutant was tried with the tests that reach it, the nearest first, for at most ${budget / 1000} s of them in each way of loading.`;
  const others = foreign.map(mutant => {
    const { file, line, mutator, original, replacement } = mutant;
    const change = `${lines('-', original)}\n${lines('+', replacement)}`;
    return `- ${file}:${line} (${mutator}), by ${results[keyOf(mutant)]?.by}\n\`\`\`diff\n${change}\n\`\`\``;
  });
  const report = `${table}\n${scope}\n\n${survivors.join('\n')}\n# Noticed by other folders’ tests only\n\n${others.join('\n')}\n`;
  return { table, report, worst, share };
}

/** @type {(mark: string, text: string) => string} */
const lines = (mark, text) =>
  text
    .split('\n')
    .map(line => `${mark} ${line}`)
    .join('\n');
