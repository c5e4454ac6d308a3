import { EngineError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import { pointerStep } from '../../core/pointerStep.ts';
import { isPyDict, isPyList, type PyValue } from '../../core/pyValue.ts';
import { jsonLoads } from '../../python/index.ts';
import { decodeUtf8 } from '../../text/index.ts';

/** The path of a file that another one names, relative to it or absolute; `file` is a path or a `file:` URI. */
export function pathBeside(file: string | undefined, path: string): string {
  if (/^(?:[A-Za-z]:)?[\\/]/.test(path) || file === undefined) return path;
  const place = /^file:\/\//i.test(file) ? fromUri(file) : file;
  return place.replace(/[^\\/]*$/, '') + path;
}

function fromUri(uri: string): string {
  const path = uri.replace(/^file:\/\/(?:localhost)?/i, '').replace(/^\/([A-Za-z]%3A|[A-Za-z]:)/i, '$1');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The text of a file of a model. Raises `FileNotFoundError` and `UnicodeDecodeError`. */
export async function readModelText(path: string, host: Host): Promise<string> {
  if (!host.readFile)
    throw new EngineError(
      'FileNotFoundError',
      `${path} cannot be read here: there are no files. Put its text into the definition.`,
    );
  const bytes = await host.readFile(path);
  if (!bytes) throw new EngineError('FileNotFoundError', `There is no file ${path}, or it is too large.`);
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new EngineError('UnicodeDecodeError', `${path} is not UTF-8.`);
  return text.replace(/\r\n?/g, '\n');
}

/** The value that `file.json#/key/0` names: of the whole file without a `#`. Raises `FileNotFoundError`, `JSONDecodeError`, and `KeyError` for what is not in it. */
export async function readModelValue(reference: string, file: string | undefined, host: Host): Promise<PyValue> {
  const hash = reference.indexOf('#');
  const path = pathBeside(file, hash === -1 ? reference : reference.slice(0, hash));
  const read = jsonLoads(await readModelText(path, host));
  if (!read.ok) throw new EngineError(read.error.kind, `${path}: ${read.error.message}`);
  let value = read.value;
  const steps =
    hash === -1
      ? []
      : reference
          .slice(hash + 1)
          .split('/')
          .slice(1);
  for (const step of steps) {
    const key = pointerStep(step);
    const inner: PyValue | undefined = isPyDict(value)
      ? value.get(key)
      : isPyList(value)
        ? value[Number(key)]
        : undefined;
    if (inner === undefined)
      throw new EngineError('KeyError', `${path} has no ${reference.slice(hash + 1)}: there is no \`${key}\`.`);
    value = inner;
  }
  return value;
}
