import { opendir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { EngineError } from '../../engine/index.ts';
import type { LogInput } from '../../portable/logs/judgeLogs.ts';
import { isCompressed, isPacked, isParquet, type LogSource, utf16Of } from '../../portable/logs/logSource.ts';
import { type Confines, leadsOutside } from '../namedFile.ts';
import { fileSource, firstBytes, streamSource } from './fileSource.ts';

/** The logs at an absolute path: a file, or what is in a folder. `path`: as its user named it. `confines`: where links in it may lead. Rejects with Node's own error, and where a folder is empty. */
export async function inputsAt(file: string, path: string, confines?: Confines): Promise<readonly LogInput[]> {
  const stats = await stat(file);
  if (!stats.isDirectory())
    return [
      {
        path,
        name: basename(file),
        source: await fileSource(file),
        file,
        ...(stats.isFile() && { size: stats.size }),
      },
    ];
  const { logs, texts } = await folderContent(file, confines);
  const inputs: LogInput[] = [];
  for (const log of logs)
    inputs.push({
      path: join(path, relative(file, log)),
      name: basename(log),
      source: await logIn(file, log),
      file: log,
      ...(await sizeOf(log)),
    });
  if (texts.length > 0) inputs.push({ path, name: 'texts.jsonl', source: textsSource(file, texts), isFolder: true });
  if (inputs.length === 0) throw new Error('there is no file in it');
  return inputs;
}

/** A log of a folder. What is wrong with it names it; Node's own errors do so themselves. */
async function logIn(folder: string, file: string): Promise<LogSource> {
  try {
    return await fileSource(file);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new EngineError(error.class, `${relative(folder, file)}: ${error.message}`);
  }
}

async function sizeOf(file: string): Promise<{ readonly size?: number }> {
  const stats = await stat(file).catch(() => undefined);
  return stats?.isFile() ? { size: stats.size } : {};
}

/** What is in a folder: logs, and texts that are a response each. Paths are sorted. */
interface FolderContent {
  readonly logs: readonly string[];
  readonly texts: readonly string[];
}

const logName = /\.(?:(?:jsonl|ndjson|traj|csv|tsv|json)(?:\.(?:gz|zst))?|parquet|arrow)$/i;
/** What is a text by its name is not looked into. */
const textName = /\.(?:txt|md)$/i;
/** What stands beside logs, and is no response: what a data set or an agent's run says of itself. */
const besideLogs =
  /(?:^|[\\/])(?:(?:readme|licen[cs]e|citation|notice)(?:\.[^\\/]*)?|dataset_infos?\.json|state\.json)$|\.(?:ya?ml|toml|ini|cfg|log|pred|patch|diff|lock|png|jpe?g|html)$/i;
/** Files whose rows are responses, by their names alone. */
const rowsName = /\.(?:(?:jsonl|ndjson|traj|csv|tsv)(?:\.(?:gz|zst))?|parquet)$/i;
/** Files of ours are not logs. */
const ownName = /\.(?:parser|messages|evaluation)\.json$/i;
const skipped: ReadonlySet<string> = new Set(['node_modules']);
/** The longest text of a folder, in bytes. */
const maxText = 50 * 1024 * 1024;

/** A file with a zero among its first bytes is an image, a program, a database: no text. */
const lookedAt = 8192;

/** The files of a folder and of those in it; what is hidden is left out, what stands beside logs and is none, and links that lead out of `confines`. Rejects with Node's own error. */
async function folderContent(folder: string, confines?: Confines): Promise<FolderContent> {
  const found: string[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop())
    for await (const entry of await opendir(next)) {
      if (entry.name.startsWith('.')) continue;
      const path = join(next, entry.name);
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) folders.push(path);
      } else if (
        !ownName.test(entry.name) &&
        (entry.isFile() || (entry.isSymbolicLink() && (await leadsToFile(path, confines))))
      )
        found.push(path);
    }
  found.sort();
  const logs: string[] = [];
  const texts: string[] = [];
  const hasLogs = found.some(path => rowsName.test(path));
  for (const path of found) {
    if (hasLogs && besideLogs.test(path)) continue;
    const isLog = logName.test(path) || (!textName.test(path) && (await isLogInside(path)));
    (isLog ? logs : texts).push(path);
  }
  return { logs, texts };
}

/** Whether a file of any name is packed, or a table, by its first bytes. */
async function isLogInside(path: string): Promise<boolean> {
  try {
    const first = await firstBytes(path);
    return isPacked(first) || isParquet(first);
  } catch {
    return false;
  }
}

/** Links to folders are not followed, as they may lead back. */
async function leadsToFile(link: string, confines: Confines | undefined): Promise<boolean> {
  try {
    return (await stat(link)).isFile() && !(confines && (await leadsOutside(link, confines.folders)));
  } catch {
    return false;
  }
}

/** The texts of a folder as one log of lines, each `{ id, response }` with the file's path in the folder. */
function textsSource(folder: string, texts: readonly string[]): LogSource {
  return textsOf(texts.map(path => () => rowOf(path, relative(folder, path).split(sep).join('/'))));
}

function textsOf(rows: readonly (() => Promise<Readonly<Record<string, string>>>)[]): LogSource {
  const { facts, chunks } = streamSource(async function* lines() {
    for (const row of rows) yield `${JSON.stringify(await row())}\n`;
  });
  return { total: undefined, offset: undefined, facts, chunks };
}

async function rowOf(path: string, id: string): Promise<Readonly<Record<string, string>>> {
  const bytes = await readFile(path);
  if (isCompressed(bytes)) return { id, error: 'compressed' };
  const encoding = utf16Of(bytes);
  if (!encoding && bytes.subarray(0, lookedAt).includes(0)) return { id, error: 'not a text' };
  return bytes.length > maxText ? { id, error: 'too long' } : { id, response: new TextDecoder(encoding).decode(bytes) };
}
