import { stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { EngineError } from '../../engine/index.ts';
import type { LogInput } from '../../portable/logs/judgeLogs.ts';
import type { LogSource } from '../../portable/logs/logSource.ts';
import type { Confines } from '../namedFile.ts';
import { fileSource } from './fileSource.ts';
import { folderContent, textsSource } from './folderLog.ts';

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
