import { isAscii } from 'node:buffer';
import {
  type BigIntStats,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pid } from 'node:process';
import { constants, Script } from 'node:vm';

/** How long after a bundle was loaded its code is kept, in milliseconds, if it still runs: by then it has done some of its work, and what it did is compiled. */
const keepAfter = 1500;

/**
 * What a CommonJS bundle exports, loaded with the code that V8 made of it at an earlier time: compiling four megabytes anew
 * takes longer than most of what a thread is asked. Where there is no such code yet, or another V8 made it, it is kept in
 * `folder` a moment later, or when the process ends. So too for bundles beside it that it requires. `use`: what it is loaded for,
 * where that uses other parts of it than what else loads it: it has code of its own, so that each loads what it needs and no more.
 * Throws what the bundle throws; a folder that cannot be read or written changes nothing.
 */
export function requireCached(file: string, folder: string, use = ''): unknown {
  return load(file, { folder, use, loaded: new Map() });
}

/** Where the code is kept, what for, and what was loaded. */
interface Loading {
  readonly folder: string;
  readonly use: string;
  readonly loaded: Map<string, unknown>;
}

function load(file: string, loading: Loading): unknown {
  const { loaded } = loading;
  const { source, stats } = sourceOf(file);
  const path = cachePath(file, stats, loading);
  const cachedData = read(path);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData && { cachedData }),
  });
  if (!cachedData || script.cachedDataRejected) keepLater(script, path, cachedData !== undefined);
  const module = { exports: {} as unknown };
  const plain = createRequire(file);
  const requireHere = (id: string): unknown => {
    if (!/^\.\/[\w-]+\.js$/.test(id)) return plain(id);
    const beside = join(dirname(file), id);
    if (!loaded.has(beside)) loaded.set(beside, load(beside, loading));
    return loaded.get(beside);
  };
  const run = script.runInThisContext() as (...names: unknown[]) => void;
  run.call(module.exports, module.exports, Object.assign(requireHere, plain), module, file, dirname(file));
  return module.exports;
}

/** The text of a bundle, and what the disk says of just that one, should another take its place meanwhile. */
function sourceOf(file: string): { readonly source: string; readonly stats: BigIntStats } {
  const descriptor = openSync(file, 'r');
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    const bytes = readFileSync(descriptor);
    // Text of one byte a character takes a fourth of the time, and half of the memory.
    return { source: bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8'), stats };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * V8 looks at no more of a source than its length, so the name says which it is: which file, and when anything of it was last
 * changed, a time that no program can set. To read the text for that would take longer than to load its code.
 */
function cachePath(
  file: string,
  { dev, ino, size, mtimeNs, ctimeNs }: BigIntStats,
  { folder, use }: Pick<Loading, 'folder' | 'use'>,
): string {
  const which = [
    process.versions.v8.replace(/\W/g, '-'),
    ...[dev, ino, size, mtimeNs, ctimeNs].map(part => part.toString(36)),
  ];
  return join(folder, `${use && `${use}.`}${basename(file)}.${which.join('-')}`);
}

/** Code runs as it lies there, so what another user has put in its place is not read. */
function read(path: string): Buffer | undefined {
  try {
    const owner = process.getuid?.();
    return owner === undefined || statSync(path).uid === owner ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** `isOther`: what is there is of no use. */
function keepLater(script: Script, path: string, isOther: boolean): void {
  const keepNow = () => {
    clearTimeout(timer);
    process.off('exit', keepNow);
    try {
      // Another thread may have kept it meanwhile.
      if (isOther || !existsSync(path)) keep(script.createCachedData(), path);
    } catch {
      // It will be compiled the next time, too.
    }
  };
  const timer = setTimeout(keepNow, keepAfter).unref();
  // A command may be done before.
  process.once('exit', keepNow);
}

/** Writes the code in the place of what earlier versions of the bundle left. */
function keep(code: Buffer, path: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const part = `${path}.${pid}-${Math.random().toString(36).slice(2)}`;
  writeFileSync(part, code, { mode: 0o600 });
  renameSync(part, path);
  const words = basename(path).split('.');
  const [bundle, version] = [words.slice(-3, -1).join('.'), words.at(-1)];
  for (const each of readdirSync(folder))
    if (`.${each}`.includes(`.${bundle}.`) && !each.endsWith(`.${version}`))
      rmSync(join(folder, each), { force: true });
}
