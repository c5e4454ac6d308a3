import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import Reporter from '../run/reporter.cjs';

/** What VS Code calls in its extension host: runs every suite of this folder and rejects when a test failed. */
export function run(): Promise<void> {
  const {
    PARSERLENS_GREP: grep,
    PARSERLENS_MARK: mark,
    PARSERLENS_SKIPPED: skipped,
    PARSERLENS_ONLY: only,
  } = process.env;
  const mocha = new Mocha({
    ui: 'tdd',
    timeout: 60_000,
    color: false,
    forbidOnly: true,
    reporter: only ? onlyReporter(only) : Reporter,
  });
  // Failures name the lines of the sources.
  process.setSourceMapsEnabled(true);
  const isSkipped = (file: string) => skipped !== undefined && new RegExp(`^(${skipped})\\.test\\.js$`).test(file);
  // The console is VS Code's as well: the mark tells the runner which lines are ours.
  if (mark) Mocha.reporters.Base.consoleLog = (...parts) => console.log(format(...parts).replace(/^/gm, mark));
  if (grep) mocha.grep(grep);
  for (const file of readdirSync(__dirname).sort()) {
    if (file.endsWith('.test.js') && !isSkipped(file)) mocha.addFile(join(__dirname, file));
  }
  return new Promise((done, fail) => {
    mocha.run(failures => (failures ? fail(new Error(`${failures} tests failed`)) : done()));
  });
}

/** A reporter of the tests whose title or file has a text; the others do not run. */
const onlyReporter = (text: string) =>
  class extends Reporter {
    constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
      keepOnly(runner.suite, text);
      // Counts the tests again.
      runner.grep(/(?:)/, false);
      super(runner, options);
    }
  };

/** Leaves the tests whose title or file has a text. */
function keepOnly(suite: Mocha.Suite, text: string): void {
  suite.tests = suite.tests.filter(test => test.fullTitle().includes(text) || fileOf(test).includes(text));
  for (const inner of suite.suites) keepOnly(inner, text);
}

const fileOf = ({ file = '' }: Mocha.Test) => `test/host/${basename(file, '.js')}.ts`;
