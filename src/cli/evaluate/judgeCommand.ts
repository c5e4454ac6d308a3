import {
  blockSize,
  createJudge,
  createRowReader,
  cutterFor,
  guessLog,
  type Judge,
  type LogReading,
  type LogRow,
  oneLine,
  pairedRow,
  quietSuspicions,
  type RowBlock,
  writeRow,
} from '../../engine/index.ts';
import { recordOf } from '../../portable/logs/batchJudge.ts';
import type { Args, Command } from '../command.ts';
import { exitCode, type Io, print, tell, UsageError } from '../io.ts';
import { loadDefinition } from '../loadDefinition.ts';
import { openInput } from '../readInput.ts';
import { measureHelp, reachOptions, readMeasures, readSuspicions } from '../sharedOptions.ts';
import { withoutStacks } from '../withoutStacks.ts';
import { expectField } from './logInputs.ts';

/** `parserlens judge`: a filter from responses to verdicts. */
export const judgeCommand: Command = {
  name: 'judge',
  summary: 'a filter: responses in by lines, a verdict out for each',
  help: `Usage: … | parserlens judge FILE[#NAME] [--field PATH] [--expected PATH] [--first-line N] [--off CODE]…
           [--on CODE]… [--measure NAME]… | …

Reads rows of JSON Lines from standard input and writes a line for each, in their order: { id, line, verdict, code }, as
\`parserlens evaluate --rows\` does. Holds a stretch of the rows at a time, however many there are: one process for each
partition of a data set. What only all rows together show (odd-type) is not looked for.

  --field       where each row has its response: choices[0].message.content. A row is then answered as soon as it is
                there; without it the first 100 rows are looked at before
  --expected    where each row has the value that it should give (default: expected)
  --first-line  the number of the first line (default: 1), where the input is a part of a file
  --off         a suspicion that is not to be looked for; can be repeated
  --on          one that is looked for only where it is named; can be repeated: ${quietSuspicions.join(', ')}
  --measure     ${measureHelp(16)}

Exits with 2 if no row has a response, and there are rows.
`,
  options: {
    field: { type: 'string' },
    expected: { type: 'string' },
    'first-line': { type: 'string' },
    off: { type: 'string', multiple: true },
    on: { type: 'string', multiple: true },
    measure: { type: 'string', multiple: true },
    ...reachOptions,
  },
  positionals: [1, 1],
  run: (args, io) => withoutStacks(() => judge(args, io)),
};

/** How many rows are looked at to find out where they have their responses. */
const lookedAt = 100;

interface Line {
  readonly number: number;
  /** `undefined`: it is too long. */
  readonly text: string | undefined;
}

async function judge(args: Args, io: Io): Promise<number> {
  const suspicions = readSuspicions(args);
  const first = args.value('first-line') ?? '1';
  if (!/^\d{1,15}$/.test(first)) throw new UsageError(`--first-line ${oneLine(first)}: write a number.`);
  const { definition } = await loadDefinition(args.positionals[0]!, io);
  const own = createJudge(definition, { ...suspicions, measures: readMeasures(args) }, io.host);
  const [field, expected] = [args.value('field'), args.value('expected')];
  expectField('--field', field);
  expectField('--expected', expected);
  const expectedField = expected === undefined ? {} : { expected };
  const verdicts = new Verdicts(
    own,
    field === undefined ? undefined : { reader: 'json', field, ...expectedField },
    expectedField,
    io,
  );
  const cutter = cutterFor({ kind: 'lines' });
  const decoder = new TextDecoder();
  for await (const chunk of openInput('-', io)) {
    const lines: Line[] = [];
    cutter.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk, ({ bytes, line }) =>
      lines.push({ number: Number(first) + line - 1, text: bytes && decoder.decode(bytes) }),
    );
    await verdicts.add(lines);
  }
  const rest: Line[] = [];
  cutter.end(({ bytes, line }) =>
    rest.push({ number: Number(first) + line - 1, text: bytes && decoder.decode(bytes) }),
  );
  await verdicts.add(rest);
  await verdicts.end();
  if (verdicts.rows === 0 || verdicts.hasResponse) return exitCode.fine;
  await tell(io.stderr, 'No row has a response. Name the field that has it with --field.\n');
  return exitCode.usage;
}

/** Judges lines and writes what comes of them. */
class Verdicts {
  rows = 0;
  hasResponse = false;
  readonly #judge: Judge;
  readonly #io: Io;
  readonly #expected: { readonly expected?: string };
  #toRow: ReturnType<typeof createRowReader> | undefined;
  /** What is given up is given up by so many lines. */
  #block: RowBlock = { limits: 0 };
  #blockNumber = -1;
  /** Lines that wait until it is known where they have their responses. */
  #waiting: Line[] = [];

  constructor(judge: Judge, reading: LogReading | undefined, expected: { readonly expected?: string }, io: Io) {
    this.#judge = judge;
    this.#io = io;
    this.#expected = expected;
    this.#toRow = reading && createRowReader(reading);
  }

  async add(lines: readonly Line[]): Promise<void> {
    if (!this.#toRow) {
      this.#waiting.push(...lines);
      if (this.#waiting.length < lookedAt) return;
      lines = this.#guessed();
    }
    await this.#write(lines);
  }

  async end(): Promise<void> {
    if (!this.#toRow) await this.#write(this.#guessed());
  }

  #guessed(): readonly Line[] {
    const lines = this.#waiting;
    this.#waiting = [];
    const records = lines
      .slice(0, lookedAt)
      .flatMap(({ text }) => (text === undefined ? [] : (recordOf(text, { kind: 'lines' }, []) ?? [])));
    const { reader, field, body } = guessLog(records.map(({ data }) => data));
    const own = { ...(field !== undefined && { field }), ...(body !== undefined && { body }) };
    this.#toRow = createRowReader({ reader, ...own, ...this.#expected });
    return lines;
  }

  async #write(lines: readonly Line[]): Promise<void> {
    for (let from = 0; from < lines.length; ) {
      const number = Math.floor((lines[from]!.number - 1) / blockSize);
      if (number !== this.#blockNumber) this.#block = { limits: 0 };
      this.#blockNumber = number;
      const some = lines.slice(from, from + blockSize);
      const own = some.filter(line => Math.floor((line.number - 1) / blockSize) === number);
      from += own.length;
      const rows = own.map(line => this.#rowOf(line));
      const texts: string[] = [];
      for (const row of await this.#judge.all(rows, this.#block)) {
        this.rows++;
        this.hasResponse ||= row.verdict !== 'skipped';
        texts.push(writeRow(pairedRow(row, row), row.measures));
      }
      await print(this.#io.stdout, texts.join(''));
    }
  }

  #rowOf({ number, text }: Line): LogRow {
    const place = { log: 0, line: number };
    if (text === undefined) return { place, skip: 'too-long', columns: {} };
    const record = recordOf(text, { kind: 'lines' }, []);
    return record ? this.#toRow!(record.data, place) : { place, skip: 'not-json', columns: {} };
  }
}
