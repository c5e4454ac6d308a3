import {
  createParser,
  customFormatterTemplate,
  customParserTemplate,
  customPythonTemplate,
  type Definition,
  EngineError,
  type Host,
  type ModuleAbout,
  moduleOf,
  type Problem,
  type Span,
} from '../engine/index.ts';
import type { BrokenView, InstructionView } from '../protocol/instructionProtocol.ts';
import { type DefinitionSummary, type DefinitionsModel, pickDefinition, summarize } from '../views/definitions.ts';
import { instructionModel, instructionText } from '../views/instruction.ts';
import { DefinitionCache } from './definitionCache.ts';
import { type CheckOptions, DefinitionChecks } from './definitionChecks.ts';

/** Which definition of which text the preview is to show. */
export interface InstructionRequest {
  readonly text: string;
  readonly fileName: string;
  /** The definition's name; without it, or where there is none of that name, `offset` decides. */
  readonly name?: string;
  /** An offset in `text`, such as the cursor's. */
  readonly offset?: number;
  /** Another text that the model is sent, by its name; the instruction where the definition has none of that name. */
  readonly view?: string;
  /** The file as last saved. */
  readonly savedText?: string;
}

/** The answer to an {@link InstructionRequest}. */
export interface InstructionAnswer {
  readonly names: readonly string[];
  /** Absent when the text gives no usable definition; `broken` then says why. */
  readonly view?: InstructionView;
  /** The whole instruction. */
  readonly text?: string;
  readonly broken?: BrokenView;
  /** The files that the definition's samples name, relative to the definition's own. */
  readonly sampleFiles: readonly string[];
}

/** What a module of the author's is for; `python`: a parser in Python. */
export type ModuleKind = 'parser' | 'python' | 'formatter';

const templates: Readonly<Record<ModuleKind, string>> = {
  parser: customParserTemplate,
  python: customPythonTemplate,
  formatter: customFormatterTemplate,
};

/** What was found of a parser in Python, and the words of the definition that name it. */
interface ModuleAboutModel {
  readonly about: ModuleAbout;
  readonly span: Span;
}

/** What was found of the parser that a definition names at an offset; `undefined` where nothing is, or it cannot run. */
async function moduleAbout(
  definitions: readonly Definition[],
  offset: number,
  host: Host,
): Promise<ModuleAboutModel | undefined> {
  for (const definition of definitions) {
    const { parserType, source, invalid } = definition;
    if (!parserType.modules?.runsModule || invalid !== undefined) continue;
    const span = ['parser', 'module']
      .map(key => source.spanOf([key]))
      .find(each => each && each.start <= offset && offset <= each.end);
    if (!span) continue;
    try {
      const parser = createParser(definition, host);
      await parser.prepare();
      const about = parser.about();
      return about && { about, span };
    } catch (error) {
      if (error instanceof EngineError) return undefined;
      throw error;
    }
  }
  return undefined;
}

/** What the thread that follows the user's typing does: plain data in, plain data out. */
export interface InstructionApi {
  readDefinitions(text: string, fileName: string): Promise<DefinitionsModel>;
  /** The definitions of each of some files, none of them checked, which is much less work. */
  outlineDefinitions(
    files: readonly { readonly text: string; readonly fileName: string }[],
  ): Promise<readonly (readonly DefinitionSummary[])[]>;
  /** All problems of a file, also those with patterns and modules, which may take seconds to find. */
  checkDefinitions(text: string, fileName: string, options: CheckOptions): Promise<readonly Problem[]>;
  instruction(request: InstructionRequest): Promise<InstructionAnswer>;
  /** What was found of the parser in Python at a place of a file, and the span of the words that name it; `undefined`: nothing, or another place. */
  moduleAbout(text: string, fileName: string, offset: number): Promise<ModuleAboutModel | undefined>;
  /** A module to start from. */
  moduleTemplate(kind: ModuleKind): Promise<string>;
}

/** The instructions of definitions as last saved. While their user types they stay the same, and are made once. */
class SavedInstructions {
  readonly #cache: DefinitionCache;
  readonly #made = new WeakMap<
    Definition,
    { readonly view: string | undefined; readonly text: Promise<string | undefined> }
  >();

  constructor(cache: DefinitionCache) {
    this.#cache = cache;
  }

  /** `instructionText`. */
  get(definition: Definition, view: string | undefined): Promise<string | undefined> {
    const made = this.#made.get(definition);
    if (made && made.view === view) return made.text;
    const text = instructionText(this.#cache.parser(definition), view);
    // A module of the author's may have become another one meanwhile.
    if (moduleOf(definition) === undefined) this.#made.set(definition, { view, text });
    return text;
  }
}

/** The service over the engine. `cache` may be shared with other services of the thread. */
export function instructionService(host: Host, cache = new DefinitionCache(host)): InstructionApi {
  const checks = new DefinitionChecks(host);
  const savedInstructions = new SavedInstructions(cache);
  return {
    async readDefinitions(text, fileName) {
      const { definitions, problems } = cache.read(text, fileName);
      const cached = checks.problemsSoFar(definitions);
      return {
        definitions: definitions.map(summarize),
        problems: [...problems, ...cached.problems],
        ...(cached.unchecked && { unchecked: true }),
      };
    },
    async outlineDefinitions(files) {
      return files.map(({ text, fileName }) => cache.outline(text, fileName).map(summarize));
    },
    async checkDefinitions(text, fileName, options) {
      const { definitions, problems } = cache.read(text, fileName);
      return [...problems, ...(await checks.find(definitions, options))];
    },
    moduleAbout: (text, fileName, offset) => moduleAbout(cache.read(text, fileName).definitions, offset, host),
    moduleTemplate: async kind => templates[kind],
    async instruction({ text, fileName, name, offset, view, savedText }) {
      const { definitions, problems } = cache.read(text, fileName);
      const names = definitions.map(definition => definition.name);
      const definition = pickDefinition(definitions, text, name, offset);
      const broken = whyBroken(text, definition, problems);
      if (!definition || broken) return { names, sampleFiles: [], ...(broken && { broken }) };
      const sampleFiles = definition.samples.flatMap(({ file }) => file ?? []);
      const saved =
        savedText === undefined || savedText === text
          ? undefined
          : cache.definition({ text: savedText, fileName, name: definition.name });
      const before = saved && (await savedInstructions.get(saved, view));
      return { names, sampleFiles, ...(await instructionModel(definition, cache.parser(definition), before, view)) };
    },
  };
}

/** Why no instruction can be rendered from this text: it is not JSON, or the definition cannot be used. */
function whyBroken(
  text: string,
  definition: Definition | undefined,
  problems: readonly Problem[],
): BrokenView | undefined {
  const syntax = problems.find(problem => problem.code === 'syntax-error');
  const first =
    syntax ?? (definition ? undefined : (problems.find(problem => problem.severity === 'error') ?? problems[0]));
  if (first) return broken(text, first.message, first.span);
  if (!definition) return broken(text, '', { start: 0, end: 0 });
  const { invalid, span } = definition;
  if (invalid === undefined) return undefined;
  return broken(text, invalid, problems.find(({ message }) => message === invalid)?.span ?? span);
}

function broken(text: string, message: string, span: BrokenView['span']): BrokenView {
  const before = text.slice(0, span.start);
  const line = before.split('\n').length;
  return { message, span: { start: span.start, end: span.end }, line, column: span.start - before.lastIndexOf('\n') };
}
