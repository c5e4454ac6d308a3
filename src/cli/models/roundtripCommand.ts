import {
  EngineError,
  fromPlain,
  isPyDict,
  type ModelTrip,
  type ModelTrips,
  modelTemplates,
  type PyDict,
  readChatConversation,
  readOpenModel,
  reasoningKey,
  type TripConversation,
  toJsonText,
  toPlain,
  tripsThrough,
} from '../../engine/index.ts';
import type { Command } from '../command.ts';
import { exitCode, type Io, print, tell, UsageError } from '../io.ts';
import { inputName, readInput } from '../readInput.ts';
import { isModelFolder, readModelFolder } from './readModelFolder.ts';

/** `parserlens roundtrip`: does what the model would write come back as the message it was rendered from? */
export const roundtripCommand: Command = {
  name: 'roundtrip',
  summary: 'render conversations with a model’s chat template, and read the answers with its response template',
  help: `Usage: parserlens roundtrip FOLDER [--messages FILE]… [--arguments JSON] [--json] [--strict]

Renders built-in conversations (words, reasoning, calls, results) with the chat template of a model, reads what the model
would have written with its response template, and says which messages do not come back the same. Also TRL's checks of the
chat template.

  FOLDER       a model's folder, with tokenizer_config.json and, if it has one, chat_template.jinja
  --messages   the answers of this conversation in place of the built-in ones, each behind what was before it: a list of
               messages, an object with "messages" and "tools", or one message a line (.jsonl); can be repeated
  --arguments  arguments of the chat template, as in '{"enable_thinking": false}'
  --json       print it as JSON
  --strict     exit with 1 if a message does not come back the same, or cannot be read
`,
  options: {
    messages: { type: 'string', multiple: true },
    arguments: { type: 'string' },
    json: { type: 'boolean' },
    strict: { type: 'boolean' },
  },
  positionals: [1, 1],
  async run(args, io) {
    const folder = args.positionals[0]!;
    if (!isModelFolder(folder, io)) throw new UsageError(`${folder}: there is no tokenizer_config.json in it.`);
    let result: ModelTrips;
    try {
      const files = await readModelFolder(folder, io);
      const conversations = await conversationsOf(args.values('messages'), reasoningKey(readOpenModel(files)), io);
      const kwargs = readArguments(args.value('arguments'));
      result = modelTemplates().roundTrips(files, {
        ...(conversations && { conversations }),
        ...(kwargs && { kwargs }),
      });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      await tell(io.stderr, `${folder}: ${error.class}: ${error.message}\n`);
      return exitCode.failed;
    }
    const { trips, checks } = result;
    const rows = trips.map(rowOf);
    const said = {
      generation_markers: checks.hasGenerationMarkers,
      tool_calling: saidOf(checks.supportsToolCalling),
      prefix_preserving: saidOf(checks.prefixPreserving),
    };
    if (args.flag('json')) await print(io.stdout, `${toJsonText(fromPlain({ messages: rows, ...said }))}\n`);
    else {
      for (const { name, outcome, differences, error } of rows) {
        await print(io.stdout, `${outcome === 'same' ? '✓' : '✗'} ${name}${error ? `: ${error}` : ''}\n`);
        for (const { key, original, parsed } of differences)
          await print(io.stdout, `    ${key}: ${inJson(original)} → ${inJson(parsed)}\n`);
      }
      await print(
        io.stdout,
        `\nGeneration marks: ${saidText(said.generation_markers)} · calls and results are rendered: ${saidText(said.tool_calling)} · prefixes are preserved: ${saidText(said.prefix_preserving)}\n`,
      );
    }
    return args.flag('strict') && rows.some(({ outcome }) => outcome !== 'same') ? exitCode.failed : exitCode.fine;
  },
};

/** The conversations of `--messages`; `undefined` without any. Throws `UsageError` for files that hold none. */
async function conversationsOf(
  paths: readonly string[],
  reasoning: string,
  io: Io,
): Promise<readonly TripConversation[] | undefined> {
  if (paths.length === 0) return undefined;
  const found: TripConversation[] = [];
  for (const path of paths) {
    const text = await readInput(path, io);
    try {
      found.push(...tripsThrough(inputName(path), readChatConversation(text, path, reasoning)));
    } catch (error) {
      if (error instanceof EngineError) throw new UsageError(`--messages ${path}: ${error.message}`);
      throw error;
    }
  }
  if (found.length === 0) throw new UsageError(`--messages ${paths.join(' ')}: there is no answer of an assistant.`);
  return found;
}

function readArguments(json: string | undefined): PyDict | undefined {
  if (json === undefined) return undefined;
  try {
    const value = fromPlain(JSON.parse(json));
    if (isPyDict(value)) return value;
  } catch {
    // Said below.
  }
  throw new UsageError(`--arguments ${json}: write a JSON object, as in '{"enable_thinking": false}'.`);
}

interface Row {
  readonly name: string;
  readonly outcome: 'same' | 'different' | 'error';
  readonly generated?: string;
  readonly differences: readonly { readonly key: string; readonly original?: unknown; readonly parsed?: unknown }[];
  readonly error?: string;
}

function rowOf({ name, trip }: ModelTrip): Row {
  if (trip instanceof EngineError) return { name, outcome: 'error', differences: [], error: wordsOf(trip) };
  const { outcome, generated } = trip;
  if ('error' in outcome) return { name, outcome: 'error', generated, differences: [], error: wordsOf(outcome.error) };
  const differences = outcome.differences.map(({ key, original, parsed }) => ({
    key,
    ...(original !== undefined && { original: toPlain(original) }),
    ...(parsed !== undefined && { parsed: toPlain(parsed) }),
  }));
  return { name, outcome: outcome.same ? 'same' : 'different', generated, differences };
}

function wordsOf(error: EngineError): string {
  return `${error.class}: ${error.message}`.replaceAll('\n', ' ');
}

function saidOf(check: boolean | EngineError): boolean | string {
  return check instanceof EngineError ? wordsOf(check) : check;
}

function saidText(check: boolean | string): string {
  return typeof check === 'string' ? check : check ? 'yes' : 'no';
}

function inJson(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
