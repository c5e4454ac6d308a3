// Programs that run by themselves, in a process or a thread of their own: real files, which the bundles hold as texts.
const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const folder = join(__dirname, '../src');

/** What a program has of another one, by the name that it declares for the other's text. @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const parts = { 'node/child/childMain.ts': { watchdogCode: 'node/child/watchdogMain.ts' } };

/**
 * A program of `src` with all that it imports, as a text. It is wrapped in a function, so that what it declares is
 * nothing that the user's code sees.
 * @param {string} entry @returns {string}
 */
function codeOfProgram(entry) {
  const { buildSync } = require('esbuild');
  const define = Object.entries(parts[entry] ?? {}).map(([name, part]) => [name, JSON.stringify(codeOfProgram(part))]);
  const { outputFiles } = buildSync({
    entryPoints: [join(folder, entry)],
    bundle: true,
    write: false,
    minify: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    define: Object.fromEntries(define),
  });
  return `(() => {\n${outputFiles[0]?.text}})();\n`;
}

/** An esbuild plugin: `programCode('…')` of `src/portable/programCode.ts` is the text that it stands for. @type {import('esbuild').Plugin} */
const programTexts = {
  name: 'program-texts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/](?:\w+[\\/])+\w+Code\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const entry = /programCode\('([^']+)'\)/.exec(source)?.[1];
      if (entry === undefined) return undefined;
      const code = `() => ${JSON.stringify(codeOfProgram(entry))}`;
      const contents = source.replace(/^import .*\n/m, '').replace(/programCode\('[^']+'\)/, () => code);
      return { contents, loader: 'ts', watchDirs: [dirname(join(folder, entry))] };
    });
  },
};

module.exports = { codeOfProgram, programTexts };
