import {
  createParser,
  type Definition,
  EngineError,
  type Host,
  type ParseResult,
  type ResponseParser,
  readDefinitions,
} from '../engine/index.ts';

/** A definition as its file's present text has it. */
export interface DefinitionRef {
  readonly text: string;
  readonly fileName: string;
  readonly name: string;
}

/** Parsers by definition, the last few of them: the same one reads every version of a response. */
export class Parsers {
  readonly #host: Host;
  readonly #known = new Map<string, { text: string; made: Made }>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** Throws when the definition is not in its file. */
  get({ text, fileName, name }: DefinitionRef): Made {
    const key = JSON.stringify([fileName, name]);
    const known = this.#known.get(key);
    if (known?.text === text) return known.made;
    const { definitions, problems } = readDefinitions(text, fileName);
    const definition = definitions.find(candidate => candidate.name === name);
    if (!definition) throw new Error(problems[0]?.message ?? `There is no definition ${name} in ${fileName}.`);
    const made = { definition, parser: this.#make(definition) };
    this.#known.delete(key);
    this.#known.set(key, { text, made });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= 16) break;
      this.#known.delete(oldest);
    }
    return made;
  }

  #make(definition: Definition): Made['parser'] {
    try {
      return createParser(definition, this.#host);
    } catch (error) {
      if (error instanceof EngineError) return { error };
      throw error;
    }
  }
}

/** A definition with its parser, or why it makes none. */
export interface Made {
  readonly definition: Definition;
  readonly parser: ResponseParser | { readonly error: EngineError };
}

/** What every response gives where the definition makes no parser. */
export function constructorFailed(error: EngineError, response: string): ParseResult {
  return { ok: false, error: { class: error.class, message: error.message }, response, warnings: [] };
}
