import {
  closeTyping,
  createParser,
  type Definition,
  EngineError,
  type Host,
  readDefinitions,
  type Span,
} from '../engine/index.ts';
import type { ErrorView } from '../protocol/instructionProtocol.ts';
import { type LinePlace, linePlaces } from '../views/position.ts';
import type { DefinitionCache } from './definitionCache.ts';

/** The whole instruction of a definition; why there is none; or, where it is longer than the request allows, its length in UTF-16 units. */
export type InstructionText =
  | { readonly text: string; readonly python?: RanPython }
  | { readonly error: ErrorView }
  | { readonly length: number };

/** The Python that gave an instruction. */
export interface RanPython {
  readonly version: string;
  readonly interpreter: string;
}

/** One definition, to be read alone. */
export interface OneDefinition {
  readonly name: string;
  /** The definition's object as it stands in the file. */
  readonly text: string;
  /** The file's whole address: modules are relative to it. */
  readonly fileName: string;
}

/** A file that a definition names: the response of a sample, or a module. */
export interface FileReference {
  readonly kind: 'sample' | 'module';
  /** The definition's name. */
  readonly definition: string;
  /** As written. */
  readonly path: string;
  /** The path's text in the definition's file, without its quotes. */
  readonly span: Span;
}

/** A definition or a sample, for the search for symbols. */
export interface NamedPart {
  readonly kind: 'definition' | 'sample';
  readonly name: string;
  /** What it is part of: a definition's type, a sample's definition. */
  readonly container: string;
  readonly start: LinePlace;
  readonly end: LinePlace;
}

/** The most files and samples of one definition file that are looked at. */
const maxParts = 20_000;

/** What lenses, links and symbols ask of a definition file: plain data in, plain data out. */
export interface StructureApi {
  /** The instruction of one definition; `undefined` where the text holds none that can be read. */
  instructionText(definition: OneDefinition, maxLength: number): Promise<InstructionText | undefined>;
  /** The files that definitions name, in the order of the text; at `typedAt`, also in a text that is not JSON yet. */
  fileReferences(text: string, fileName: string, typedAt?: number): Promise<readonly FileReference[]>;
  /** The definitions of a file and their samples. */
  namedParts(text: string, fileName: string): Promise<readonly NamedPart[]>;
}

/** The service over the engine. */
export function structureService(host: Host, cache: DefinitionCache): StructureApi {
  return {
    async instructionText({ name, text, fileName }, maxLength) {
      const alone = `{"parsers": {${JSON.stringify(name)}: ${text}\n}}`;
      const [definition] = readDefinitions(alone, fileName).definitions;
      if (!definition) return undefined;
      try {
        const parser = createParser(definition, host);
        await parser.prepare();
        const instruction = parser.formatInstruction();
        const { python, interpreter } = parser.about() ?? {};
        const ran =
          python === undefined || interpreter === undefined ? {} : { python: { version: python, interpreter } };
        return instruction.length > maxLength ? { length: instruction.length } : { text: instruction, ...ran };
      } catch (error) {
        if (error instanceof EngineError) return { error: { class: error.class, message: error.message } };
        throw error;
      }
    },
    async fileReferences(text, fileName, typedAt) {
      const closed = typedAt === undefined ? text : closeTyping(text, typedAt);
      return cache.outline(closed, fileName).flatMap(referencesOf).slice(0, maxParts);
    },
    async namedParts(text, fileName) {
      const definitions = cache.outline(text, fileName);
      const placeAt = linePlaces(text);
      const part = (kind: NamedPart['kind'], name: string, container: string, { start, end }: Span) => ({
        kind,
        name,
        container,
        start: placeAt(start),
        end: placeAt(end),
      });
      return definitions
        .flatMap(definition => [
          part('definition', definition.name, definition.type, definition.nameSpan),
          ...definition.samples.map(sample =>
            part(
              'sample',
              sample.name,
              definition.name,
              definition.source.spanOf(['samples', sample.index, 'name']) ?? sample.span,
            ),
          ),
        ])
        .slice(0, maxParts);
    },
  };
}

function referencesOf({ name, parserType, source, samples }: Definition): readonly FileReference[] {
  const reference = (kind: FileReference['kind'], path: unknown, at: readonly (string | number)[]): FileReference[] => {
    const span = source.spanOf(at);
    // What is not closed yet has no quote at its end.
    return span && typeof path === 'string'
      ? [{ kind, definition: name, path, span: { start: span.start + 1, end: Math.max(span.start + 1, span.end - 1) } }]
      : [];
  };
  return [
    ...(parserType.modules?.files?.(source) ?? []).flatMap(({ kind, path, at }) => reference(kind, path, at)),
    ...samples.flatMap(({ file, index }) => reference('sample', file, ['samples', index, 'file'])),
  ];
}
