import { resolve } from 'node:path';
import { linkSources } from '../../engine/index.ts';
import { nodeSourceHost } from '../../node/nodeSourceHost.ts';
import type { Io } from '../io.ts';

/** The text of a definition file with what the sources say that its definitions name, see `linkSources`. `onFile` is told of each file that they stand on, absolute. */
export async function linkedText(
  text: string,
  path: string,
  { cwd }: Pick<Io, 'cwd'>,
  onFile?: (path: string) => void,
): Promise<string> {
  const linked = await linkSources(text, path, nodeSourceHost(path, cwd));
  if (onFile) for (const file of linked.files) onFile(resolve(cwd, file));
  return linked.text;
}
