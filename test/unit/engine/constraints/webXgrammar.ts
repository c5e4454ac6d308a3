import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

interface Grammar {
  dispose(): void;
}

interface Module {
  readonly Grammar: {
    fromEBNF(text: string): Promise<Grammar>;
    fromJSONSchema(schema: string, anyWhitespace: boolean): Promise<Grammar>;
  };
  readonly Testings: { isGrammarAcceptString(grammar: Grammar, text: string): Promise<boolean> };
}

const name = '@mlc-ai/web-xgrammar';
/** How often it may refuse something before it is loaded anew: each time leaves memory behind. */
const maxRefusals = 5;

/** xgrammar 0.1.27 itself, in its build for browsers, as far as it is installed. */
export class WebXgrammar {
  static readonly version = '0.1.27';
  readonly #file: string;
  #module: Module | undefined;
  static #loads = 0;
  #refusals = 0;

  private constructor(file: string) {
    this.#file = file;
  }

  /** `undefined`: it is not installed. */
  static find(): WebXgrammar | undefined {
    try {
      return new WebXgrammar(createRequire(__filename).resolve(name));
    } catch {
      return undefined;
    }
  }

  /** Which texts a grammar accepts; `undefined`: it refuses the grammar. */
  grammar(text: string, texts: readonly string[]): Promise<readonly boolean[] | undefined> {
    return this.#accepts(({ Grammar }) => Grammar.fromEBNF(text), texts);
  }

  /** Which texts the grammar accepts that it makes of a schema; `undefined`: it refuses the schema. */
  schema(schema: object, texts: readonly string[]): Promise<readonly boolean[] | undefined> {
    return this.#accepts(({ Grammar }) => Grammar.fromJSONSchema(JSON.stringify(schema), true), texts);
  }

  async #accepts(
    make: (module: Module) => Promise<Grammar>,
    texts: readonly string[],
  ): Promise<readonly boolean[] | undefined> {
    const module = await this.#loaded();
    const made = await make(module).catch(() => undefined);
    if (!made) {
      if (++this.#refusals % maxRefusals === 0) this.#module = undefined;
      return undefined;
    }
    const accepted: boolean[] = [];
    for (const text of texts) accepted.push(await module.Testings.isGrammarAcceptString(made, text));
    made.dispose();
    return accepted;
  }

  async #loaded(): Promise<Module> {
    if (this.#module) return this.#module;
    const known = { require: createRequire(__filename), __filename, __dirname };
    const shared = globalThis as unknown as Record<string, unknown>;
    const before = Object.fromEntries([...Object.keys(known), 'xgrammar'].map(key => [key, shared[key]]));
    const { log, warn, error } = console;
    // It keeps the functions that it finds, and writes every refusal there.
    Object.assign(console, { log() {}, warn() {}, error() {} });
    try {
      Object.assign(shared, known);
      await import(`${pathToFileURL(this.#file).href}?${++WebXgrammar.#loads}`);
      this.#module = shared.xgrammar as Module;
      await this.#module.Grammar.fromEBNF('root ::= "a"');
      return this.#module;
    } finally {
      Object.assign(console, { log, warn, error });
      Object.assign(shared, before);
    }
  }
}
