import { resolve } from 'node:path';
import { EngineError, isSource, type Resources, readSource, type SourceText } from '../engine/index.ts';
import { maxNamedFile } from '../portable/maxNamedFile.ts';
import { fetchFrom } from '../providers/allowedHosts.ts';
import { type Confines, NamedFileError, readNamedFile } from './namedFile.ts';
import { confinedSourceHost } from './nodeSourceHost.ts';
import { TempFiles } from './tempFiles.ts';

/**
 * Files and the network for a conversation in `cwd`. Only hosts that the user named may be fetched from; without any
 * there is no `fetch`, and media that need it are a clear error. So are files outside of `confines`, if there are any.
 */
export function nodeResources(cwd: string, allowedHosts: readonly string[] = [], confines?: Confines): Resources {
  const readFile = async (path: string) => {
    try {
      return await readNamedFile(resolve(cwd, path), maxNamedFile, confines);
    } catch (error) {
      if (error instanceof NamedFileError && error.code === 'ERR_FILE_OUTSIDE')
        throw new EngineError('FileNotAllowed', `${path} is outside of ${confines?.name}.`);
      // Whatever stands in the way, for the formatter there is no such file.
      return undefined;
    }
  };
  return {
    cwd: cwd.replaceAll('\\', '/'),
    readFile,
    async readSource(path) {
      const bytes = isSource(path) ? await readFile(path) : undefined;
      return bytes && sourceText(new TextDecoder().decode(bytes), resolve(cwd, path), confines?.folders ?? [cwd]);
    },
    writeTemp: (bytes, suffix) => ownTempFiles().write(bytes, suffix),
    ...(allowedHosts.length > 0 && { fetch: (url: string) => fetchFrom(url, allowedHosts) }),
  };
}

/** The parsers of a source; files outside of the folders are not there for it. */
async function sourceText(text: string, path: string, roots: readonly string[]): Promise<SourceText> {
  const reading = await readSource(text, path, confinedSourceHost(roots, maxNamedFile));
  return { text: reading.text, unknown: new Map(reading.found.map(({ name, unknown }) => [name, unknown])) };
}

let tempFiles: TempFiles | undefined;

/** The temporary files of this process, which go when it ends. */
function ownTempFiles(): TempFiles {
  if (!tempFiles) {
    tempFiles = new TempFiles();
    disposeAtEnd(tempFiles);
  }
  return tempFiles;
}

function disposeAtEnd(files: TempFiles): void {
  process.once('exit', () => files.dispose());
  // These end a process without its `exit`, unless somebody listens.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const onSignal = (): void => {
      // Whoever else listens decides what the signal means; alone, the process ends by it as it would have.
      if (process.listenerCount(signal) > 1) return;
      files.dispose();
      process.off(signal, onSignal);
      process.kill(process.pid, signal);
    };
    // First, while listeners for one time are still counted.
    process.prependListener(signal, onSignal);
  }
}
