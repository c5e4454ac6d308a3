import { resolve } from 'node:path';
import {
  type Definition,
  type DefinitionFile,
  isSource,
  type LinkedText,
  linkSources,
  readDefinitions,
  readSource,
  type SourceDefinition,
} from '../../engine/index.ts';
import { nodeSourceHost } from '../../node/nodeSourceHost.ts';
import { type Position, positionAt } from '../../views/position.ts';
import { type Io, tell } from '../io.ts';
import { readInput } from '../readInput.ts';

/** What a file holds of definitions: a `.parser.json`, or a source. */
export interface ReadFile extends DefinitionFile {
  /** What the spans index: the file's own text, or what a source's definitions are as a `.parser.json`. */
  readonly text: string;
  /** Where an offset of `text` stands in the file. */
  place(offset: number): Position;
  /** The text of a source. */
  readonly source?: string;
  /** The files that a source was read from, itself first. */
  readonly files?: readonly string[];
  /** The calls of a source. */
  readonly found?: readonly SourceDefinition[];
}

/** Bytes of a source: larger ones are made by programs. */
const maxSource = 5 * 1024 * 1024;

/** Reads the definitions of a file as the user names it. Throws `UsageError` when it cannot be read. */
export async function readDefinitionFile(file: string, io: Io): Promise<ReadFile> {
  const path = resolve(io.cwd, file === '-' ? 'stdin' : file);
  // What reads sources is loaded only where there are any.
  const written = /\.json$|^-$/i.test(file) ? await readInput(file, io) : undefined;
  if (written !== undefined && !/"source"|\0/.test(written))
    return { ...readDefinitions(written, path), text: written, place: offset => positionAt(written, offset) };
  if (!isSource(file)) {
    const linked = await linkSources(written ?? (await readInput(file, io)), path, nodeSourceHost(path, io.cwd));
    const read = readDefinitions(linked.text, path);
    return { ...read, text: linked.text, ...linkedPlaces(linked, read) };
  }
  const source = await readInput(file, io, maxSource);
  const { definitions, problems, text, found, files } = await readSource(source, path, nodeSourceHost(path, io.cwd));
  return {
    definitions,
    problems,
    text,
    source,
    files,
    found,
    place(offset) {
      const at = definitions.findIndex(({ span }) => span.start <= offset && offset <= span.end);
      return positionAt(source, found[at]?.span.start ?? 0);
    },
  };
}

/** The link that a definition is made of; `undefined`: it says itself what it is. */
export function linkOf(
  linked: Definition['linked'],
  links: LinkedText['links'],
): LinkedText['links'][number] | undefined {
  return links.find(({ reference }) => reference === linked?.reference);
}

/** The calls of the sources that a file's definitions are, by the names that they have in the file, and where its definitions stand: of what a source says, where the file names the source. */
export function linkedPlaces(
  { text, links }: LinkedText,
  { definitions }: DefinitionFile,
): Pick<ReadFile, 'place' | 'found'> {
  if (links.length === 0) return { place: offset => positionAt(text, offset) };
  const named = definitions.flatMap(({ name, linked, nameSpan }) => {
    const link = linkOf(linked, links);
    const source = link?.reading?.found.find(each => each.name === link.name);
    return link && source ? [{ link, name, at: nameSpan.start, source }] : [];
  });
  return {
    place(offset) {
      const own = named.find(({ link: { span } }) => span && span.start <= offset && offset <= span.end);
      return positionAt(text, own?.at ?? offset);
    },
    found: named.map(({ name, at, source }) => ({ ...source, name, line: positionAt(text, at).line })),
  };
}

/** Says on standard error what of a source's definition only a run can know. */
export async function tellUnknown(file: string, { name, line, unknown }: SourceDefinition, io: Io): Promise<void> {
  if (unknown.length === 0) return;
  const words = unknown.map(({ argument, reason }) => `\`${argument}\` (${reason.replace(/\.$/, '')})`).join(', ');
  await tell(io.stderr, `${file}:${line}: warning: ${name} is known in part; unknown: ${words}.\n`);
}

/** The text of a definition file with what the sources say that its definitions name, see `linkSources`. `onFile` hears of each file that they stand on, absolute. */
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
