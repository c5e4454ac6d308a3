// @ts-check
// The report of a run: a table of the folders, and what survived, ready to be read beside the source.

/**
 * @param {object} options
 * @param {ReadonlyMap<string, readonly string[]>} options.folders
 * @param {readonly import('./mutants.mjs').Mutant[]} options.drawn
 * @param {readonly import('./mutants.mjs').Mutant[]} options.equivalents
 * @param {Readonly<Record<string, { verdict: import('./judge.mjs').Verdict }>>} options.results
 * @returns {{ table: string, report: string, worst: number }} worst: the smallest share that a folder has killed
 */
export function reportOf({ folders, drawn, equivalents, results }) {
  const rows = ['| folder | killed | survived | equivalent | share |', '| --- | ---: | ---: | ---: | ---: |'];
  const survivors = [];
  let worst = 1;
  for (const [folder, sources] of folders) {
    const of = (/** @type {readonly import('./mutants.mjs').Mutant[]} */ list) =>
      list.filter(({ file }) => sources.includes(file));
    const alive = of(drawn).filter(({ key }) => /^(survived|unmet)$/.test(results[key]?.verdict ?? ''));
    const judged = of(drawn).filter(({ key }) => results[key]).length;
    const share = judged ? (judged - alive.length) / judged : 1;
    worst = Math.min(worst, share);
    rows.push(
      `| ${folder} | ${judged - alive.length} | ${alive.length} | ${of(equivalents).length} | ${(100 * share).toFixed(1)} % |`,
    );
    for (const { file, line, text, mutator, original, replacement, key } of alive) {
      const unmet = results[key]?.verdict === 'unmet' ? ', no test reaches it' : '';
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
  const table = `${rows.join('\n')}\n`;
  return { table, report: `${table}\n${survivors.join('\n')}`, worst };
}

/** @type {(mark: string, text: string) => string} */
const lines = (mark, text) =>
  text
    .split('\n')
    .map(line => `${mark} ${line}`)
    .join('\n');
