import {
  applyEdits,
  causeSummary,
  fromPlain,
  oneLine,
  type ParseError,
  type ResponseCandidate,
  type ResponseDiagnosis,
  responseText,
  toJsonText,
  toJsonValue,
} from '../../engine/index.ts';
import { positionAt } from '../../views/position.ts';
import { diagnosisJson } from '../../views/resultJson.ts';
import type { Command } from '../command.ts';
import { exitCode, type Io, print, tell, UsageError } from '../io.ts';
import { type Loaded, loadDefinition } from '../loadDefinition.ts';
import { inputName, readInput } from '../readInput.ts';
import { readField, wholeNumber } from '../sharedOptions.ts';
import { answerLines } from './parseLines.ts';

/** `parserlens diagnose`: why a response does not read, as the smallest edits under which it does. */
export const diagnoseCommand: Command = {
  name: 'diagnose',
  summary: 'tell why a response does not read: the smallest edits under which it does',
  help: `Usage: parserlens diagnose FILE[#NAME] [RESPONSE | -] [--json | --jsonl [--field PATH]] [--apply] [--limit N]

Prints the smallest edits of a response under which the definition reads it, the likeliest first: each with its cause, and
the value that is read then, with a confidence. Exits with 1 if the response does not read as it is.

  FILE          a .parser.json, or - for standard input
  #NAME         picks one of several definitions
  RESPONSE      a file with the response; without it, or with -, standard input
  --json        print one object: { ok, cause, hasNoRepair, candidates: [{ value, confidence, lossy, causes, edits }], violations, partly }, with
                each edit's start and end in UTF-16 units of the response, its text and its cause; with "call" they
                count in the arguments of that call of a message (--jsonl). "cause" is what an evaluation calls the
                row; "hasNoRepair" that the format cannot write it otherwise; "violations" say where good JSON is not what is wanted: path, cause, span, line,
                column, wanted, got and message; "partly", where there is no candidate, has the edits after which the definition gets further, and
                the error it has then
  --jsonl       one response per input line, one such object per output line; exits with 1 if any does not read
  --field PATH  where each line has its response, see \`parserlens parse --help\`
  --apply       print the response with the likeliest candidate's edits; exits with 1 if there is none
  --limit N     so many candidates at most (default: 3)
`,
  options: {
    json: { type: 'boolean' },
    jsonl: { type: 'boolean' },
    field: { type: 'string' },
    apply: { type: 'boolean' },
    limit: { type: 'string' },
  },
  positionals: [1, 2],
  async run(args, io) {
    const [reference = '', response = '-'] = args.positionals;
    if (reference === '-' && response === '-')
      throw new UsageError('parserlens diagnose: The definition and the response cannot both be standard input.');
    if ([args.flag('json'), args.flag('jsonl'), args.flag('apply')].filter(Boolean).length > 1)
      throw new UsageError('parserlens diagnose: --json, --jsonl and --apply exclude one another.');
    const limit = wholeNumber(args, 'limit', 1, 999) ?? 3;
    const field = readField('diagnose', args);
    const loaded = await loadDefinition(reference, io);
    if (args.flag('jsonl'))
      return answerLines(response, field, io, async answer => {
        const diagnosis = await loaded.parser.diagnose(answer, { limit });
        const isFine = diagnosis.candidates[0]?.edits.length === 0;
        return { output: diagnosisJson(diagnosis, responseText(answer) ?? ''), isFine };
      });
    const text = await readInput(response, io);
    const diagnosis = await loaded.parser.diagnose(text, { limit });
    const { candidates } = diagnosis;
    if (args.flag('json')) await print(io.stdout, `${toJsonText(diagnosisJson(diagnosis, text))}\n`);
    else if (args.flag('apply')) return apply(text, candidates[0], inputName(response), io);
    else await explain(text, diagnosis, loaded, inputName(response), io);
    return candidates[0]?.edits.length === 0 ? exitCode.fine : exitCode.failed;
  },
};

async function apply(text: string, candidate: ResponseCandidate | undefined, name: string, io: Io): Promise<number> {
  if (!candidate) {
    await tell(io.stderr, `${name}: no edits were found under which the definition reads this.\n`);
    return exitCode.failed;
  }
  if (candidate.lossy) await tell(io.stderr, `${name}: part of the answer is missing, it is cut off.\n`);
  await print(io.stdout, applyEdits(text, candidate.edits));
  return exitCode.fine;
}

async function explain(
  text: string,
  { candidates, causes, partly, hasNoRepair }: ResponseDiagnosis,
  { parser }: Loaded,
  name: string,
  io: Io,
): Promise<void> {
  const result = await parser.parse(text, { suspicions: true });
  const odd = (result.ok && result.suspicions) || [];
  const [cause] = causes;
  if (!result.ok) {
    const named = cause ? `${result.error.class} · ${cause.code}` : result.error.class;
    await print(io.stdout, `${oneLine(`${name}: ${named}: ${result.error.message}`)}\n`);
    await explainViolations(text, result.error, io);
  }
  for (const { code, message } of odd) await print(io.stdout, `${oneLine(`${name}: ${code}: ${message}`)}\n`);
  if (hasNoRepair && cause)
    await print(
      io.stdout,
      `${oneLine(`${placeText(text, cause.start)}: ${cause.code}: ${causeSummary(cause.code)} It has no repair: this format cannot write it otherwise.`)}\n`,
    );
  if (partly) {
    const { error, edits } = partly;
    await print(io.stdout, `${oneLine(`A part can be mended; then it is ${error.class}: ${error.message}`)}\n`);
    await explainEdits(text, edits, io);
  } else if (candidates.length === 0)
    await print(
      io.stdout,
      `${cause ? `${causeSummary(cause.code)} ` : ''}No edits were found under which the definition reads this.\n`,
    );
  for (const { confidence, value, edits, lossy } of candidates) {
    const asIs = odd.length > 0 ? 'The framework reads' : 'It reads as it is';
    const head = edits.length === 0 ? asIs : `With ${(confidence * 100).toFixed(0)} % confidence`;
    const cut = lossy ? ' (part of the answer is missing)' : '';
    await print(io.stdout, `${head}${cut}: ${oneLine(toJsonText(toJsonValue(fromPlain(value)), 0))}\n`);
    await explainEdits(text, edits, io);
  }
}

function placeText(text: string, offset: number): string {
  const { line, column } = positionAt(text, offset);
  return `${line}:${column}`;
}

async function explainViolations(
  text: string,
  { violations = [], moreViolations = 0 }: Pick<ParseError, 'violations' | 'moreViolations'>,
  io: Io,
): Promise<void> {
  for (const { path, cause, span, wanted, got, call } of violations) {
    const { line, column } = positionAt(text, span.start);
    const place = call === undefined ? `${line}:${column}` : `call ${call}`;
    await print(io.stdout, `  ${oneLine(`${place}: ${path || '/'}: ${cause}: wanted ${wanted}, got ${got}.`)}\n`);
  }
  if (moreViolations > 0) await print(io.stdout, `  and ${moreViolations} more\n`);
}

async function explainEdits(text: string, edits: ResponseCandidate['edits'], io: Io): Promise<void> {
  for (const { start, end, text: replacement, cause } of edits) {
    const { line, column } = positionAt(text, start);
    const what = [
      end > start ? `take out ${JSON.stringify(text.slice(start, end))}` : '',
      replacement === '' ? '' : `put in ${JSON.stringify(replacement)}`,
    ].filter(Boolean);
    await print(io.stdout, `  ${oneLine(`${line}:${column}: ${cause}: ${what.join(', ')}. ${causeSummary(cause)}`)}\n`);
  }
}
