import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Host } from '../engine/index.ts';
import { ModulePool } from './modules/modulePool.ts';
import { runModule } from './modules/runModule.ts';
import { readNamedFile } from './namedFile.ts';
import { PatternAnalyzer } from './patternAnalyzer.ts';
import { PatternRunner } from './patternRunner.ts';

const modules = new ModulePool(false);
const patterns = new PatternRunner();
const analyzer = new PatternAnalyzer(() => join(distFolder(), 'patternAnalysis.js'));

/** What Node gives the engine: tables from `dist/tables`, files, patterns in a worker, modules in processes of their own. */
export const nodeHost: Host = {
  async loadTable(name) {
    if (!/^[\w.-]+$/.test(name)) throw new Error(`No table is named ${JSON.stringify(name)}.`);
    return promisify(gunzip)(await readFile(join(tableFolder(), `${name}.gz`)));
  },
  async readFile(path) {
    try {
      return await readNamedFile(path);
    } catch {
      // Whatever stands in the way, there is no such file to be read.
      return undefined;
    }
  },
  runPattern: (job, limitMs) => patterns.run(job, limitMs),
  analyzePattern: (pattern, limitMs) => analyzer.analyze(pattern, limitMs),
  runModule: (job, limitMs) => runModule(job, limitMs, modules.ask),
};

function tableFolder(): string {
  return join(distFolder(), 'tables');
}

/** The folder of the bundle that runs; from source, where the build puts it. */
function distFolder(): string {
  return existsSync(join(__dirname, 'tables')) ? __dirname : join(__dirname, '..', '..', 'dist');
}
