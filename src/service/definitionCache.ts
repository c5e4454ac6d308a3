// src/service/: what a worker serves, one file per feature.

import { LastUsed } from '../engine/core/lastUsed.ts';
import {
  createParser,
  createSampleJudge,
  type Definition,
  type DefinitionFile,
  EngineError,
  type FallbackCost,
  fallbackCost,
  type Host,
  outlineDefinitions,
  readDefinitions,
  type SampleJudge,
} from '../engine/index.ts';
import type { MadeParser } from '../views/instruction.ts';

/** A definition as its file's present text has it. */
export interface DefinitionRef {
  readonly text: string;
  readonly fileName: string;
  readonly name: string;
}

/** Files that stay read, and the texts of each: the one that comes, the one before it and the saved one. */
const keptFiles = 16;
const keptTexts = 3;

interface Reading {
  readonly text: string;
  readonly file: DefinitionFile;
}

/** What a thread has read of definition files, each text once, and what was made of their definitions, once for each. */
export class DefinitionCache {
  readonly #host: Host;
  readonly #files = new LastUsed<readonly Reading[]>(keptFiles);
  readonly #parsers = new WeakMap<Definition, MadeParser>();
  readonly #judges = new WeakMap<Definition, SampleJudge>();
  readonly #fallbacks = new WeakMap<Definition, Promise<FallbackCost | undefined>>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** `readDefinitions`. */
  read(text: string, fileName: string): DefinitionFile {
    const kept = this.#files.get(fileName) ?? [];
    const reading = kept.find(one => one.text === text) ?? { text, file: readDefinitions(text, fileName) };
    this.#files.set(fileName, [reading, ...kept.filter(one => one !== reading)].slice(0, keptTexts));
    return reading.file;
  }

  /** Forgets a definition file, with the parsers of its definitions: files that they read are others now. */
  forget(fileName: string): void {
    this.#files.delete(fileName);
  }

  /** `outlineDefinitions`, which is less work; what was read already is not read again. */
  outline(text: string, fileName: string): readonly Definition[] {
    const reading = this.#files.get(fileName)?.find(one => one.text === text);
    return reading ? reading.file.definitions : outlineDefinitions(text, fileName);
  }

  /** The definition of that name in a text. */
  definition({ text, fileName, name }: DefinitionRef): Definition | undefined {
    return this.read(text, fileName).definitions.find(definition => definition.name === name);
  }

  /** A definition with its parser. Throws where the definition is not in its file. */
  made(ref: DefinitionRef): { readonly definition: Definition; readonly parser: MadeParser } {
    const definition = this.definition(ref);
    if (definition) return { definition, parser: this.parser(definition) };
    const [problem] = this.read(ref.text, ref.fileName).problems;
    throw new Error(problem?.message ?? `There is no definition ${ref.name} in ${ref.fileName}.`);
  }

  /** A definition's parser. */
  parser(definition: Definition): MadeParser {
    const parser = this.#parsers.get(definition) ?? this.#make(definition);
    this.#parsers.set(definition, parser);
    return parser;
  }

  /** Who judges a definition's samples. */
  judge(definition: Definition): SampleJudge {
    const judge = this.#judges.get(definition) ?? createSampleJudge(definition, this.#host);
    this.#judges.set(definition, judge);
    return judge;
  }

  /** `fallbackCost`: what its framework asks in silence after an answer that it cannot read. */
  fallback(definition: Definition): Promise<FallbackCost | undefined> {
    const fallback = this.#fallbacks.get(definition) ?? fallbackCost(definition, this.#host);
    this.#fallbacks.set(definition, fallback);
    return fallback;
  }

  #make(definition: Definition): MadeParser {
    try {
      return createParser(definition, this.#host);
    } catch (error) {
      if (error instanceof EngineError) return { error };
      throw error;
    }
  }
}
