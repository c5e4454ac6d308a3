import { oneLine, quietSuspicions, type SuspicionCode, toJsonText, toJsonValue } from '../../engine/index.ts';
import { located, positionAt } from '../../views/position.ts';
import { resultJson } from '../../views/resultJson.ts';
import type { Command } from '../command.ts';
import { exitCode, type Io, print, tell, UsageError } from '../io.ts';
import { type Loaded, loadDefinition } from '../loadDefinition.ts';
import { inputName, readInput } from '../readInput.ts';
import { readField, readQuiet } from '../sharedOptions.ts';
import { parseLines } from './parseLines.ts';

/** `parserlens parse`: the value of a response, or of one response per line. */
export const parseCommand: Command = {
  name: 'parse',
  summary: 'parse a response, or many, with a definition',
  help: `Usage: parserlens parse FILE[#NAME] [RESPONSE | -] [--json | --jsonl [--field PATH]] [--on CODE]…

Parses a response as the framework would and prints the value as JSON. If the response does not parse, prints the
framework's error with its place and exits with 1.

  FILE          a .parser.json, or - for standard input
  #NAME         picks one of several definitions
  RESPONSE      a file with the response; without it, or with -, standard input
  --json        print one object: { ok, value, content, memory, metadata, extra, repairs, warnings, suspicions } or { ok,
                error }; suspicions: what is odd although the framework accepts it, [{ code, message, span }]
  --jsonl       one response per input line (a JSON string, or an object with "response" or "message"), one such
                object per output line, in order; exits with 1 if any failed; files can have any size
  --field PATH  where each line has its response: choices[0].message.content, messages[-1], ["odd name"].text; if no
                line has one there, the error names the fields that there are, and the exit code is 2
  --on CODE     a suspicion that is looked for only where it is named; can be repeated: ${quietSuspicions.join(', ')}

NaN and Infinity are printed as strings, integers with all their digits.
`,
  options: {
    json: { type: 'boolean' },
    jsonl: { type: 'boolean' },
    field: { type: 'string' },
    on: { type: 'string', multiple: true },
  },
  positionals: [1, 2],
  async run(args, io) {
    const [reference = '', response = '-'] = args.positionals;
    if (reference === '-' && response === '-')
      throw new UsageError('parserlens parse: The definition and the response cannot both be standard input.');
    const field = readField('parse', args);
    const on = readQuiet(args);
    if (on.length > 0 && !args.flag('json') && !args.flag('jsonl'))
      throw new UsageError('parserlens parse: --on goes with --json or --jsonl, which show suspicions.');
    const loaded = await loadDefinition(reference, io);
    if (args.flag('jsonl')) return parseLines(loaded, response, { field, on }, io);
    return parseOne(loaded, response, { json: args.flag('json'), on }, io);
  },
};

async function parseOne(
  { definition, parser }: Loaded,
  path: string,
  { json, on }: { readonly json: boolean; readonly on: readonly SuspicionCode[] },
  io: Io,
): Promise<number> {
  const response = await readInput(path, io);
  const result = await parser.parse(response, { suspicions: json, on });
  if (json) {
    await print(io.stdout, `${toJsonText(resultJson(definition, result, response))}\n`);
    return result.ok ? exitCode.fine : exitCode.failed;
  }
  for (const warning of result.warnings)
    await tell(io.stderr, `${oneLine(`${inputName(path)}: warning: ${warning}`)}\n`);
  if (result.ok) {
    await print(io.stdout, `${toJsonText(toJsonValue(result.exact))}\n`);
    return exitCode.fine;
  }
  const { class: className, message, span } = result.error;
  const place = positionAt(response, span?.start ?? 0);
  await tell(io.stderr, `${located(inputName(path), place, `${className}: ${message}`)}\n`);
  return exitCode.failed;
}
