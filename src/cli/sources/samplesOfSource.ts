import { basename, resolve } from 'node:path';
import { type Definition, type LinkedText, linkSources, readDefinitions } from '../../engine/index.ts';
import { nodeSourceHost } from '../../node/nodeSourceHost.ts';
import { findDefinitionFiles } from '../check/findDefinitionFiles.ts';
import { type Io, UsageError } from '../io.ts';
import { splitReference } from '../loadDefinition.ts';
import { readInput } from '../readInput.ts';
import { linkOf, readDefinitionFile } from './readDefinitionFile.ts';

/** A definition that holds samples of a source's parser. */
export interface SampleDefinition {
  /** Its file, below the current folder. */
  readonly file: string;
  readonly name: string;
}

/**
 * The definitions below the current folder whose `source` is the parser that `FILE#NAME` names, or any of the file without a
 * name: a source has no room for samples. Throws `UsageError` where there is no such parser.
 */
export async function samplesOfSource(reference: string, io: Io): Promise<readonly SampleDefinition[]> {
  const { file, name } = splitReference(reference, io.cwd);
  const { found = [] } = await readDefinitionFile(file, io);
  const names = found.map(each => each.name);
  if (name !== undefined && !names.includes(name))
    throw new UsageError(`${file} has no parser \`${name}\`. There are: ${names.join(', ') || 'none'}.`);
  const path = resolve(io.cwd, file);
  const own: SampleDefinition[] = [];
  for (const { reference: beside } of await findDefinitionFiles(['.'], io)) {
    const text = await readInput(beside, io);
    // What does not even have the file's name costs one search.
    if (!text.includes(basename(file))) continue;
    const at = resolve(io.cwd, beside);
    const linked = await linkSources(text, at, nodeSourceHost(at, io.cwd));
    if (linked.links.length === 0) continue;
    for (const definition of readDefinitions(linked.text, at).definitions) {
      const parser = sourceParser(definition, linked);
      if (parser?.path === path && (name === undefined || parser.name === name))
        own.push({ file: beside, name: definition.name });
    }
  }
  return own;
}

/** The parser of a source that a definition is, with the source's absolute path; `undefined`: it says itself what it is, or leads nowhere. */
export function sourceParser(
  { linked }: Definition,
  { links }: LinkedText,
): { readonly path: string; readonly name: string } | undefined {
  const link = linkOf(linked, links);
  return link?.name === undefined ? undefined : { path: resolve(link.path), name: link.name };
}
