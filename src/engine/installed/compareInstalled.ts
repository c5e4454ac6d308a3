import { EngineError } from '../core/errors.ts';
import type { Host, ModuleError, ModuleJob, ModuleOutcome } from '../core/host.ts';
import { fromPlain, isPyDict, type PyValue, toPlain } from '../core/pyValue.ts';
import type { ModelMessage, ParseResult } from '../core/result.ts';
import type { Definition } from '../definition/definition.ts';
import { createParser, type ResponseParser } from '../definition/responseParser.ts';
import { parserParameters } from '../interchange/python/parserClasses.ts';
import { sourceModule } from '../modules/isPython.ts';
import { jsonDumps } from '../python/jsonDumps.ts';
import { jsonLoads } from '../python/jsonLoads.ts';
import { type Difference, differencesOf, type InstalledDifference, shortClass } from './differences.ts';
import { type InstalledFramework, type InstalledSource, installedFramework } from './installedFramework.ts';
import type { InstalledText } from './installedTexts.ts';

/** What a definition gives here, and with the framework that is installed. */
export type InstalledReport =
  | {
      readonly ok: true;
      readonly framework: string;
      /** Of what pip installs, the framework first; `null`: there is no metadata of it. */
      readonly versions: readonly (readonly [distribution: string, version: string | null])[];
      readonly python: string;
      readonly interpreter: string;
      /** How many texts were read by both, and the instruction where there is one to compare. */
      readonly compared: number;
      readonly same: number;
      /** In the order in which they were found. */
      readonly differences: readonly InstalledDifference[];
      /** What the framework could not be given, in sentences. */
      readonly notes: readonly string[];
    }
  /** `kind`: there is no such framework in Python; modules may not run; it is not installed; it does not make this parser. */
  | { readonly ok: false; readonly kind: 'none' | 'untrusted' | 'missing' | 'refused'; readonly reason: string };

/** How a comparison is followed and ended. */
export interface InstalledOptions {
  readonly signal?: { readonly aborted: boolean };
  /** Told after each batch how many texts were compared. */
  readonly onProgress?: (done: number, all: number) => void;
}

/** Texts that are asked at once. */
const batchSize = 500;
/** What one call may take, in milliseconds; what is imported first has longer. */
const limitMs = 5000;
/** The most differences that are kept; all are counted. */
const maxDifferences = 2000;

/**
 * Compares what a definition gives here with what the framework gives that is installed in the Python of its file: the
 * instruction, and what becomes of each text. `file`: the definition's, a path. Never rejects.
 */
export async function compareInstalled(
  definition: Definition,
  file: string,
  texts: readonly InstalledText[],
  host: Host,
  { signal, onProgress }: InstalledOptions = {},
): Promise<InstalledReport> {
  const framework = installedFramework(definition);
  if (!framework) {
    const { system } = definition.parserType;
    const reason = `\`${definition.type}\` (${system}) has no parser class in a Python package that could be asked.`;
    return { ok: false, kind: 'none', reason };
  }
  let parser: ResponseParser;
  try {
    parser = createParser(definition, host);
  } catch (error) {
    return { ok: false, kind: 'refused', reason: wordsOf(error) };
  }
  const source = framework.source(definition);
  if (typeof source === 'string') return { ok: false, kind: 'none', reason: source };
  const asked = new Installed(framework, source, definition, file, host);
  const versions = await asked.versions();
  if (!versions.ok) return versions;
  const differences: InstalledDifference[] = [];
  let [compared, same] = [0, 0];
  const add = (from: string, text: string | undefined, found: readonly Difference[]) => {
    compared++;
    if (found.length === 0) same++;
    for (const each of found)
      if (differences.length < maxDifferences) differences.push({ ...each, from, ...(text !== undefined && { text }) });
  };
  const told = await asked.instruction();
  if (told) add('instruction', undefined, instructionDifferences(definition, parser, told));
  for (let at = 0; at < texts.length && !signal?.aborted; at += batchSize) {
    const batch = texts.slice(at, at + batchSize);
    const theirs = await asked.read(batch.map(({ text }) => text));
    const ours = await parser.parseAll(batch.map(({ text }) => text));
    for (const [i, { from, text }] of batch.entries()) {
      const given = theirs?.[i];
      if (given) add(from, text, differencesOf(definition, ours[i] as ParseResult, given, framework.hasMessages));
    }
    onProgress?.(Math.min(at + batchSize, texts.length), texts.length);
  }
  return { ...versions, compared, same, differences, notes: source.notes };
}

/** The framework as it is asked for one definition. */
class Installed {
  readonly #framework: InstalledFramework;
  readonly #job: Pick<ModuleJob, 'module' | 'file' | 'source'>;
  readonly #definition: string;
  readonly #host: Host;

  constructor(
    framework: InstalledFramework,
    source: InstalledSource,
    definition: Definition,
    file: string,
    host: Host,
  ) {
    this.#framework = framework;
    this.#job = { module: sourceModule, file, source: `${source.text}${versionsSource}` };
    const tools = definition.source.config.get('tools') ?? null;
    const given = new Map<string, PyValue>([
      ['parser', source.variable],
      ...(tools === null ? [] : [['tools', tools] as const]),
    ]);
    this.#definition = jsonDumps(given, { ensureAscii: true });
    this.#host = host;
  }

  async versions(): Promise<
    | (Pick<InstalledReport & { ok: true }, 'framework' | 'versions' | 'python' | 'interpreter'> & {
        readonly ok: true;
      })
    | (InstalledReport & { readonly ok: false })
  > {
    const { name, distributions } = this.#framework;
    const job = { ...this.#job, export: 'parserlens_versions', args: [distributions] };
    const outcome = await this.#host.runModule?.(job, limitMs);
    if (!outcome) {
      const reason = this.#host.runModule
        ? 'Python runs only in a trusted workspace.'
        : 'Python needs a process of its own, which there is not in a browser.';
      return { ok: false, kind: 'untrusted', reason };
    }
    if (!outcome.ok) return unmade(name, distributions[0]!, outcome.error);
    const found = fromPlain(outcome.value);
    const at = (key: string) => (isPyDict(found) ? found.get(key) : undefined);
    const version = (key: string): readonly [string, string | null] => {
      const given = at(key);
      return [key, typeof given === 'string' ? given : null];
    };
    return {
      ok: true,
      framework: name,
      versions: distributions.map(version),
      python: String(at('python')),
      interpreter: String(at('interpreter')),
    };
  }

  /** The instruction; `undefined`: the framework has none to compare. */
  async instruction(): Promise<{ readonly text: string } | { readonly error: ModuleError } | undefined> {
    const job = { ...this.#job, export: 'formatInstruction', args: [{}], definition: this.#definition };
    const outcome = await this.#host.runModule?.(job, limitMs);
    if (!outcome || (outcome.ok && outcome.about?.silent)) return undefined;
    return outcome.ok ? { text: String(outcome.value) } : { error: outcome.error };
  }

  async read(texts: readonly string[]): Promise<readonly ModuleOutcome[] | undefined> {
    const jobs = texts.map((text): ModuleJob => {
      const message = this.#framework.takesMessages ? messageIn(text) : undefined;
      const context = message ? { context: { message } } : {};
      return { ...this.#job, export: 'parse', args: [text, {}], definition: this.#definition, ...context };
    });
    if (this.#host.runModules) return this.#host.runModules(jobs, limitMs);
    const outcomes: ModuleOutcome[] = [];
    for (const job of jobs) {
      const outcome = await this.#host.runModule?.(job, limitMs);
      if (!outcome) return undefined;
      outcomes.push(outcome);
    }
    return outcomes;
  }
}

/** Tells the versions of what is installed, after everything was imported. */
const versionsSource = `

def parserlens_versions(names):
    import platform
    import sys
    from importlib import metadata

    found = {"python": platform.python_version(), "interpreter": sys.executable}
    for name in names:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = None
    return found
`;

function unmade(name: string, distribution: string, { class: className, message }: ModuleError) {
  if (className === 'ModuleNotTrusted') return { ok: false, kind: 'untrusted', reason: message } as const;
  const isMissing = /^(ModuleNotFoundError|ImportError)$/.test(className);
  const reason = isMissing
    ? `${name} cannot be imported: ${message}. Needed is \`${distribution}\`, with all that it imports, in that environment; ParserLens installs nothing.`
    : `${name} does not make this parser. ${className}: ${message}`;
  return { ok: false, kind: isMissing || /^Python/.test(className) ? 'missing' : 'refused', reason } as const;
}

function instructionDifferences(
  definition: Definition,
  parser: ResponseParser,
  told: { readonly text: string } | { readonly error: ModuleError },
): readonly Difference[] {
  let ours: { readonly text: string } | { readonly error: EngineError };
  try {
    ours = { text: parser.formatInstruction() };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    ours = { error };
  }
  const shown = (side: typeof told | typeof ours) =>
    'text' in side ? side.text : `${shortClass(side.error.class)}: ${side.error.message}`;
  // What the definition says in place of the class is no matter of the class, unless that takes it.
  const isTaken = parserParameters.get(definition.type)?.parameters.includes('format_instruction') === true;
  const isOwn = definition.source.config.has('format_instruction') && !isTaken;
  if (isOwn || shown(ours) === shown(told) || ('error' in ours && 'error' in told)) return [];
  return [{ group: 'instruction', ours: shown(ours), theirs: shown(told) }];
}

function wordsOf(error: unknown): string {
  return error instanceof EngineError ? `${error.class}: ${error.message}` : String(error);
}

/** The message of a chat completion, or one alone, that a text is. */
function messageIn(text: string): ModelMessage | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  const read = jsonLoads(text);
  if (!read.ok || !isPyDict(read.value)) return undefined;
  const plain = toPlain(read.value) as { choices?: readonly { message?: object }[]; tool_calls?: unknown };
  const message = plain.choices?.[0]?.message ?? plain;
  const isMessage =
    'tool_calls' in message || 'function_call' in message || ('role' in message && 'content' in message);
  return isMessage ? (message as ModelMessage) : undefined;
}
