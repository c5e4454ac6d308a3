import { isPyDict } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import { type LinkText, sourceReference, splitReference, withLinks, writtenPart } from '../definition/index.ts';
import { members, readJson, toPython } from '../json/jsonSource.ts';
import { decodeUtf8 } from '../text/index.ts';
import type { SourceHost } from './reading/sourceHost.ts';
import { folderOf, isInside, isSource, joinPath } from './reading/sourceNames.ts';
import { placeInSource, type SourceSpan } from './reading/sourcePlaces.ts';
import type { SourceReading, UnknownArgument } from './reading/sourceReading.ts';
import { readSource } from './readSource.ts';

/** A definition that names a source, and what the source says of it. */
export interface SourceLinkPlace {
  /** The value of `source`. */
  readonly reference: string;
  /** The source's path; the file need not be there. */
  readonly path: string;
  /** The source's parser, as it is named there; absent: there is none. */
  readonly name?: string;
  readonly unknown: readonly UnknownArgument[];
  /** The definition in the text, and where it begins in the reading's. */
  readonly span?: Span;
  readonly from: number;
  /** @internal */
  readonly reading?: SourceReading;
}

/** The text of a definition file with what its sources say. */
export interface LinkedText {
  /** What `readDefinitions` reads: the file's text, with the definitions of the sources that it names behind it. Offsets of the file stay. */
  readonly text: string;
  /** Each source that the file names, in text order. */
  readonly links: readonly SourceLinkPlace[];
  /** The files that the sources stand on, and those that would be read if they were there. */
  readonly files: readonly string[];
}

/** Sources that one file may name, and characters of all their definitions. */
const maxLinks = 500;
const maxLength = 5_000_000;

/**
 * Reads the sources that the definitions of a `.parser.json` name with `source`, relative to the file, through `host.readFile` and
 * inside `host.roots` only. A file that names none costs one search. `fileName` is a path. Never throws.
 */
export async function linkSources(text: string, fileName: string, host: SourceHost = {}): Promise<LinkedText> {
  const written = writtenPart(text);
  const references = written.includes('"source"') ? referencesIn(written) : [];
  if (references.length === 0) return { text: written, links: [], files: [] };
  const folder = folderOf(fileName);
  const roots = host.roots ?? [folder];
  const confined = host.roots ? host : { ...host, roots };
  const readings = new Map<string, Promise<SourceReading | undefined>>();
  const read = (path: string) => {
    const reading = readings.get(path) ?? readNamed(path, confined);
    readings.set(path, reading);
    return reading;
  };
  const told: LinkText[] = [];
  const places: SourceLinkPlace[] = [];
  let length = 0;
  for (const reference of references) {
    const { file, name } = splitReference(reference);
    const path = besidePath(folder, file);
    const isOutside = !roots.some(root => isInside(path, root));
    const reading = isOutside || !isSource(path) ? undefined : await read(path);
    const found = reading?.found.find((each, _, all) => (name === undefined ? all.length === 1 : each.name === name));
    const span = reading?.definitions.find(each => each.name === found?.name)?.span;
    const definition = span && reading.text.slice(span.start, span.end);
    length += definition?.length ?? 0;
    const unknown = found?.unknown ?? [];
    told.push({
      reference,
      isOutside,
      unknown: unknown.map(({ argument }) => argument),
      ...(definition !== undefined && length <= maxLength
        ? { definition }
        : reading && { names: reading.found.map(each => each.name) }),
    });
    places.push({
      reference,
      path,
      unknown,
      from: span?.start ?? 0,
      ...(found && { name: found.name }),
      ...(reading && { reading }),
    });
  }
  const { text: linked, spans } = withLinks(written, told);
  const links = places.map(place => {
    const span = spans.get(place.reference);
    return span ? { ...place, span } : place;
  });
  const finished = await Promise.all([...readings.values()]);
  const files = [...new Set([...readings.keys(), ...finished.flatMap(reading => reading?.files ?? [])])];
  return { text: linked, links, files };
}

/** Where what stands behind a file's own text was written, in the source or a file that it imports; `undefined`: it stands in the file itself. */
export function placeInLinked({ links }: LinkedText, offset: number): SourceSpan | undefined {
  const link = links.find(({ span }) => span && span.start <= offset && offset <= span.end);
  return link?.reading && placeInSource(link.reading, offset - link.span!.start + link.from);
}

/** The values of `source` in a file's definitions, each once. */
function referencesIn(text: string): readonly string[] {
  const { root } = readJson(text);
  const config = root ? toPython(root, text) : null;
  if (!isPyDict(config)) return [];
  const parsers = members(root).some(({ key }) => key.value === 'parsers') ? (config.get('parsers') ?? null) : null;
  const all = isPyDict(parsers) ? [...parsers.values()] : [config];
  const found = all.flatMap(each => (isPyDict(each) ? (sourceReference(each) ?? []) : []));
  return [...new Set(found)].slice(0, maxLinks);
}

async function readNamed(path: string, host: SourceHost): Promise<SourceReading | undefined> {
  const bytes = await host.readFile?.(path);
  const text = bytes && decodeUtf8(bytes);
  return text === undefined ? undefined : readSource(text.replace(/^\ufeff/, ''), path, host);
}

/** A path beside a folder, its `.` and `..` resolved. */
function besidePath(folder: string, path: string): string {
  const joined = /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path) ? path : joinPath(folder, path);
  const separator = joined.includes('\\') && !joined.includes('/') ? '\\' : '/';
  const parts: string[] = [];
  for (const part of joined.split(/[\\/]/))
    if (part === '..' && parts.length > 0 && !['', '.', '..'].includes(parts.at(-1)!)) parts.pop();
    else if (part !== '.') parts.push(part);
  return parts.join(separator);
}
