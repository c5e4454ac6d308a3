import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import Reporter from '../run/reporter.cjs';

/** What VS Code calls in its extension host: runs every suite of this folder and rejects when a test failed. */
export function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'tdd', timeout: 60_000, color: false, forbidOnly: true, reporter: Reporter });
  const { PARSERLENS_GREP: grep, PARSERLENS_MARK: mark, PARSERLENS_SKIPPED: skipped } = process.env;
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
