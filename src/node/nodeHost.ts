import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Host } from '../engine/index.ts';
import { runModule, runModules } from './modules/moduleRunner.ts';
import { UserModules } from './modules/userModules.ts';
import { readNamedFile } from './namedFile.ts';
import { PatternAnalyzer } from './patternAnalyzer.ts';
import { PatternRunner } from './patternRunner.ts';
import { TokenizerRunner } from './tokenizers/tokenizerRunner.ts';

const modules = new UserModules(false, { workspaceFolder: () => process.cwd(), asksForEnvironments: true });
const patterns = new PatternRunner();
const analyzer = new PatternAnalyzer(distFolder);
const tokenizers = new TokenizerRunner(() => join(distFolder(), 'tokenizer.js'));

/** What Node gives the engine: tables from `dist/tables`, files, patterns in a worker, modules and tokenizers of the user's in processes of their own. */
export const nodeHost: Host = {
  loadTable: name => tableFrom(tableFolder(), name),
  async readFile(path) {
    try {
      return await readNamedFile(path);
    } catch {
      // Whatever stands in the way, there is no such file to be read.
      return undefined;
    }
  },
  now: () => performance.now(),
  runPattern: (job, limitMs) => patterns.run(job, limitMs),
  analyzePattern: (pattern, limitMs) => analyzer.analyze(pattern, limitMs),
  countTokens: (job, limitMs) => tokenizers.count(job, limitMs),
  runModule: (job, limitMs) => runModule(job, limitMs, modules.ask),
  runModules: (jobs, limitMs, most) => runModules(jobs, limitMs, modules.askEach, most),
};

/** Node's host with the tables of token counters from another folder: `dist/tables` of the extension, or a copy of it. */
export function withTables(host: Host, folder: string): Host {
  return { ...host, loadTable: name => tableFrom(folder, name) };
}

/** Node's host with another Python than the usual one: a path, or the name of a program. */
export function withPython(host: Host, path: string): Host {
  const own = new UserModules(false, {
    named: () => ({ path, by: '--python' }),
    workspaceFolder: () => process.cwd(),
  });
  return {
    ...host,
    runModule: (job, limitMs) => runModule(job, limitMs, own.ask),
    runModules: (jobs, limitMs, most) => runModules(jobs, limitMs, own.askEach, most),
  };
}

/** The bytes of a table. Rejects, with what to do about it, where the folder does not have it. */
async function tableFrom(folder: string, name: string): Promise<Uint8Array> {
  if (!/^[\w.-]+$/.test(name)) throw new Error(`No table is named ${JSON.stringify(name)}.`);
  try {
    return await promisify(gunzip)(await readFile(join(folder, `${name}.gz`)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(
      `${folder} has no ${name}.gz. The npm package leaves the vocabularies out: install parserlens-tables-VERSION.tgz as ` +
        'well, which is packed beside parserlens-VERSION.tgz; or name a folder that has them, such as dist/tables of the VS ' +
        'Code extension, by `--tables` or `createEngine({ tables })`',
    );
  }
}

/** Beside the bundle; where that has none, of the package with the tables. */
function tableFolder(): string {
  const own = join(distFolder(), 'tables');
  if (existsSync(own)) return own;
  try {
    return dirname(createRequire(join(distFolder(), 'engine.js')).resolve('parserlens-tables/package.json'));
  } catch {
    return own;
  }
}

/** The folder of the bundle that runs; from source, where the build puts it. */
function distFolder(): string {
  return existsSync(join(__dirname, 'tokenizer.js')) ? __dirname : join(__dirname, '..', '..', 'dist');
}
