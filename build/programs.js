// Programs that run by themselves, in a process or a thread of their own: real files, which the bundles hold as texts.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const folder = join(__dirname, '../src/node');

/** What a program has of another one, by the name that it declares for the other's text. @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const parts = { 'child/childMain.ts': { watchdogCode: 'child/watchdogMain.ts' } };

/**
 * A program of `src/node` with all that it imports, as a text. It is wrapped in a function, so that what it declares is
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

/** An esbuild plugin: `programCode('…')` of `src/node/programCode.ts` is the text that it stands for. @type {import('esbuild').Plugin} */
const programTexts = {
  name: 'program-texts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]node[\\/](?:\w+[\\/])*\w+Code\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replace(
        /programCode\('([^']+)'\)/,
        (_, entry) => `() => ${JSON.stringify(codeOfProgram(entry))}`,
      );
      if (contents === source) return undefined;
      return {
        contents: contents.replace(/^import .*\n/m, ''),
        loader: 'ts',
        watchDirs: [folder, join(folder, 'child')],
      };
    });
  },
};

module.exports = { codeOfProgram, programTexts };
