import { EngineError } from '../core/errors.ts';
import type { Host, ModuleError } from '../core/host.ts';
import { isPyDict, type PyValue, toPlain } from '../core/pyValue.ts';
import type { ModelMessage, ParseResult } from '../core/result.ts';
import { createParser, type ResponseParser } from '../definition/index.ts';
import type { InstalledFramework, InstalledSource } from '../parsers/askedFramework.ts';
import type { Definition } from '../parsers/definition.ts';
import { jsonDumps, jsonLoads } from '../python/index.ts';
import { objectAsked, type SourceObject } from './askedObject.ts';
import { AskedPython, type FoundFramework, type NotAsked } from './askedPython.ts';
import { type Difference, differencesOf, type InstalledDifference, InstalledTally, shortClass } from './differences.ts';
import { installedFramework } from './installedFramework.ts';
import type { InstalledText } from './installedTexts.ts';

/** What a definition or a conversation gives here, and with the framework that is installed. */
export type InstalledReport =
  | (FoundFramework & {
      /** How much was asked of both: texts, and the instruction where there is one to compare; or stretches of a conversation. */
      readonly compared: number;
      readonly same: number;
      /** In the order in which they were found. */
      readonly differences: readonly InstalledDifference[];
      /** What the framework could not be made with, in sentences. */
      readonly notes: readonly string[];
    })
  | NotAsked;

/** How a comparison is followed and ended. */
export interface InstalledOptions {
  readonly signal?: { readonly aborted: boolean };
  /** Told after each batch how many texts were compared. */
  readonly onProgress?: (done: number, all: number) => void;
  /** What a source makes, to be compared with in place of what the framework makes of the definition: its file is imported. */
  readonly object?: SourceObject;
}

const notTheObject = 'Compared is what the file was read as; it was not imported.';

/** How many texts the framework reads at once. */
const batchSize = 500;

/**
 * Compares what a definition gives here with what the framework gives that is installed in the Python of its file: the
 * instruction, and what becomes of each text. `file`: the definition's, a path. Never rejects.
 */
export async function compareInstalled(
  definition: Definition,
  file: string,
  texts: readonly InstalledText[],
  host: Host,
  { signal, onProgress, object }: InstalledOptions = {},
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
    await parser.prepare();
  } catch (error) {
    return { ok: false, kind: 'refused', reason: wordsOf(error) };
  }
  const own = object && objectAsked(definition, object);
  const source = own ?? (await framework.source(definition, host));
  if (typeof source === 'string') return { ok: false, kind: 'none', reason: source };
  const python = new AskedPython(framework, source.text, file, host);
  const found = await python.versions();
  if (!found.ok) return found;
  const definitionText = definitionOf(definition, source);
  const readsMessages = framework.takesMessages && definition.parserType.responses?.messageParts !== undefined;
  const tally = new InstalledTally();
  const instruction = await instructionOf(python, definitionText);
  if (instruction)
    tally.add('instruction', undefined, instructionDifferences(definition, framework, parser, instruction));
  for (let at = 0; at < texts.length && !signal?.aborted; at += batchSize) {
    const batch = texts.slice(at, at + batchSize);
    const calls = batch.map(({ text }) => {
      const message = readsMessages ? messageIn(text) : undefined;
      const context = message ? { context: { message } } : {};
      return { args: [framework.inputOf?.(definition, text) ?? text, {}], definition: definitionText, ...context };
    });
    const theirs = await python.callAll('parse', calls);
    const ours = await parser.parseAll(batch.map(({ text }) => text));
    for (const [i, { from, text }] of batch.entries()) {
      const outcome = theirs?.[i];
      if (!outcome) continue;
      tally.add(from, text, differencesOf(definition, ours[i] as ParseResult, outcome, framework.hasMessages));
    }
    onProgress?.(Math.min(at + batchSize, texts.length), texts.length);
  }
  const { compared, same, differences } = tally;
  const notes = object && !own ? [...source.notes, notTheObject] : source.notes;
  return { ...found, compared, same, differences, notes };
}

/** The definition that finds the parser in the source, as JSON. */
function definitionOf({ source: { config } }: Definition, { variable }: InstalledSource): string {
  const tools = config.get('tools') ?? null;
  const entries: (readonly [string, PyValue])[] = [
    ['parser', variable],
    ...(tools === null ? [] : [['tools', tools] as const]),
  ];
  return jsonDumps(new Map(entries), { ensureAscii: true });
}

/** The instruction to the model; `undefined`: the framework has nothing to compare. */
type Told = { readonly text: string } | { readonly error: ModuleError };

async function instructionOf(python: AskedPython, definition: string): Promise<Told | undefined> {
  const [outcome] = (await python.callAll('formatInstruction', [{ args: [{}], definition }])) ?? [];
  if (!outcome || (outcome.ok && outcome.about?.silent)) return undefined;
  return outcome.ok ? { text: String(outcome.value) } : { error: outcome.error };
}

function instructionDifferences(
  definition: Definition,
  framework: InstalledFramework,
  parser: ResponseParser,
  theirs: Told,
): readonly Difference[] {
  let ours: { readonly text: string } | { readonly error: EngineError };
  try {
    ours = { text: framework.instructionOf?.(definition, parser) ?? parser.formatInstruction() };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    ours = { error };
  }
  const inWords = (side: Told | typeof ours) =>
    'text' in side ? side.text : `${shortClass(side.error.class)}: ${side.error.message}`;
  // What the definition says in place of the class does not concern the class, unless the class takes it.
  const isTaken = framework.takesInstruction?.(definition) === true;
  const isOwn = definition.source.config.has('format_instruction') && !isTaken;
  if (isOwn || inWords(ours) === inWords(theirs) || ('error' in ours && 'error' in theirs)) return [];
  return [{ group: 'instruction', ours: inWords(ours), theirs: inWords(theirs) }];
}

function wordsOf(error: unknown): string {
  return error instanceof EngineError ? `${error.class}: ${error.message}` : String(error);
}

/** The message of a chat completion, or one alone, that a text is; any other text is a message that says it. */
function messageIn(text: string): ModelMessage {
  const said: ModelMessage = { content: text };
  const read = /^\s*\{/.test(text) ? jsonLoads(text) : undefined;
  if (!read?.ok || !isPyDict(read.value)) return said;
  const plain = toPlain(read.value) as { choices?: readonly { message?: object }[]; tool_calls?: unknown };
  const message = plain.choices?.[0]?.message ?? plain;
  const isMessage =
    'tool_calls' in message || 'function_call' in message || ('role' in message && 'content' in message);
  return isMessage ? (message as ModelMessage) : said;
}
