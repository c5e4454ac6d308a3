import { LastUsed } from '../engine/core/lastUsed.ts';
import {
  type AnsweredSource,
  isSource,
  type LinkedText,
  linkSources,
  type Problem,
  placeInLinked,
  placeInSource,
  readSource,
  type SourceHost,
  type SourceReading,
  type Span,
  sourceProblems,
  type UnknownArgument,
} from '../engine/index.ts';
import { type DefinitionSummary, summarize } from '../views/definitions.ts';

/** A source as it stands. Paths are those of addresses, decoded. */
export interface SourceRequest {
  readonly text: string;
  /** The file's whole address. */
  readonly address: string;
  readonly path: string;
  /** The folders that files are read from. */
  readonly roots: readonly string[];
  /** Python's answers about sources. Absent: there are none. */
  readonly answered?: readonly AnsweredSource[];
}

/** What a source holds, as far as the editor needs it. */
export interface SourceModel {
  /** The definitions as a `.parser.json`: what is read, judged and compared in place of the source. */
  readonly text: string;
  /** The definitions; their places are those of their calls, in the source. */
  readonly definitions: readonly SourceSummary[];
  /** At their places in the source. */
  readonly problems: readonly Problem[];
  /** The files that it stands on, itself included, and those that would be read if they were there. */
  readonly files: readonly string[];
}

/** A parser of a source. */
export interface SourceSummary extends DefinitionSummary {
  /** Its definition in the model's `text`. */
  readonly read: Span;
  /** What of it only a run can know; absent: nothing. */
  readonly unknown?: readonly UnknownArgument[];
  /** The arguments that Python answered; absent: none. */
  readonly answered?: readonly string[];
  /** Where Python's answers stand in the model's `text`. */
  readonly answeredAt?: readonly Span[];
}

/** A definition file with what the sources say that its definitions name. */
export interface LinkedModel {
  /** What is read in place of the file's own text, whose offsets stay. */
  readonly text: string;
  readonly links: readonly LinkSummary[];
  /** The files that the sources stand on, and those that would be read if they were there. */
  readonly files: readonly string[];
}

/** A source that a definition file names. */
export interface LinkSummary {
  /** The value of `source`. */
  readonly reference: string;
  readonly path: string;
  /** The parser as the source names it; absent: it has none such. */
  readonly name?: string;
  readonly unknown?: readonly UnknownArgument[];
}

/** A place in one of the files of a source. */
export interface PlacedSpan {
  readonly path: string;
  readonly span: Span;
}

/** Reads the definitions of sources, without running them. */
export interface SourcesApi {
  readSource(request: SourceRequest): Promise<SourceModel>;
  /** Reads the sources that a definition file names. */
  linkSources(request: SourceRequest): Promise<LinkedModel>;
  /** Where what stands at an offset of the model's `text` was written, or of that of a definition file that names sources; `undefined`: nowhere. */
  placeInSource(request: SourceRequest, offset: number): Promise<PlacedSpan | undefined>;
  /** Problems of the model's `text`, at their places in the source. */
  placeProblems(request: SourceRequest, problems: readonly Problem[]): Promise<readonly Problem[]>;
}

/** Reads a file that a source imports, by its path: as an editor has it, else as it is saved. `undefined`: it is not there, or not to be read. */
export type ReadImported = (address: string, path: string) => Promise<Uint8Array | undefined>;

/** Sources that stay read, and texts of each. */
const keptSources = 16;
const keptTexts = 2;
/** Files that one source may stand on, as they are followed. */
const maxFollowed = 2000;

interface Kept {
  readonly text: string;
  readonly reading: Promise<SourceReading>;
}

/** The service over the engine, and a way to let it forget a source whose files changed. */
export function sourcesService(readImported: ReadImported): SourcesApi & { forget(address: string): void } {
  const kept = new LastUsed<readonly Kept[]>(keptSources);
  const linked = new LastUsed<{ readonly text: string; readonly read: Promise<LinkedText> }>(keptSources);
  /** The files of each source, each fetched once: with a keystroke in it none of them changes. */
  const imported = new LastUsed<Map<string, Promise<Uint8Array | undefined>>>(keptSources);

  const filesOf = (address: string) => {
    const files = imported.get(address) ?? new Map<string, Promise<Uint8Array | undefined>>();
    imported.set(address, files);
    return files;
  };
  /** One for all readings of a source, so that only what changed of it is parsed again. */
  const hosts = new LastUsed<SourceHost & { answered: readonly AnsweredSource[] }>(keptSources);
  const hostOf = ({ address, roots, answered = [] }: SourceRequest): SourceHost => {
    const key = JSON.stringify([address, roots]);
    const readFile = (name: string) => {
      const files = filesOf(address);
      const file = files.get(name) ?? readImported(address, name);
      files.set(name, file);
      return file;
    };
    const host = hosts.get(key) ?? hosts.set(key, { roots, readFile, answered });
    host.answered = answered;
    return host;
  };
  const read = (request: SourceRequest): Promise<SourceReading> => {
    const { text, address, path } = request;
    const readings = kept.get(address) ?? [];
    const one = readings.find(each => each.text === text) ?? { text, reading: readSource(text, path, hostOf(request)) };
    kept.set(address, [one, ...readings.filter(each => each !== one)].slice(0, keptTexts));
    return one.reading;
  };
  const link = (request: SourceRequest): Promise<LinkedText> => {
    const { text, address, path } = request;
    const before = linked.get(address);
    if (before?.text === text) return before.read;
    return linked.set(address, { text, read: linkSources(text, path, hostOf(request)) }).read;
  };
  return {
    forget(address) {
      kept.delete(address);
      linked.delete(address);
      imported.delete(address);
    },
    async readSource(request) {
      const reading = await read(request);
      const { text, definitions, files } = reading;
      const summaries = definitions.flatMap(definition => {
        const number = reading.found.findIndex(({ name }) => name === definition.name);
        const call = reading.found[number];
        if (!call) return [];
        const { span, unknown, answered, answeredAt } = call;
        // Whoever is in the line is meant to be in the call.
        const line = request.text.lastIndexOf('\n', span.start - 1) + 1;
        const before = reading.found[number - 1];
        const nameSpan = !before || before.span.start < line ? { start: line, end: span.start } : span;
        const places = { span, nameSpan, typeSpan: span };
        return [
          {
            ...summarize(definition),
            ...places,
            read: definition.span,
            ...(unknown.length > 0 && { unknown }),
            ...(answered && { answered }),
            ...(answeredAt && { answeredAt }),
          },
        ];
      });
      const followed = new Set([...files, ...filesOf(request.address).keys()]);
      return {
        text,
        definitions: summaries,
        problems: sourceProblems(reading),
        files: [...followed].slice(0, maxFollowed),
      };
    },
    async linkSources(request) {
      const { text, links, files } = await link(request);
      const followed = new Set([...files, ...filesOf(request.address).keys()]);
      return {
        text,
        links: links.map(({ reference, path, name, unknown }) => ({
          reference,
          path,
          ...(name !== undefined && { name }),
          ...(unknown.length > 0 && { unknown }),
        })),
        files: [...followed].slice(0, maxFollowed),
      };
    },
    async placeInSource(request, offset) {
      const place = isSource(request.path)
        ? placeInSource(await read(request), offset)
        : placeInLinked(await link(request), offset);
      return place && { path: place.file, span: place.span };
    },
    placeProblems: async (request, problems) => sourceProblems(await read(request), problems),
  };
}
