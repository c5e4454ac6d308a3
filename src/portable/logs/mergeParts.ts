import {
  EngineError,
  type EvaluationFile,
  type EvaluationPart,
  measureNames,
  type PackedVerdicts,
  VerdictTable,
} from '../../engine/index.ts';
import { joinedBytes } from '../joinedBytes.ts';
import type { LogsEvaluation } from './judgeLogs.ts';
import { readPackedRows } from './readPackedRows.ts';

/** A part as it was read. */
export interface NamedPart {
  /** Its file. */
  readonly name: string;
  readonly evaluation: EvaluationFile;
}

/** Parts put together. */
export interface MergedParts {
  readonly judged: LogsEvaluation;
  readonly of: number;
  /** Which parts there are, sorted. */
  readonly shards: readonly number[];
}

/**
 * Puts parts together, in any order and grouping: rows are in the order of the whole log again, as one run has them. Throws
 * `EngineError` of class `PartsDoNotFit`, which names the file, where one is not a part, is of another evaluation, was ended early, or is
 * there twice. The result says which parts are missing. `unpack`: the rows of a part; throws an `Error` in words where they are broken. Linear in
 * the rows, times the logarithm of the parts.
 */
export function mergeParts(
  parts: readonly NamedPart[],
  unpack: (part: EvaluationPart) => readonly PackedVerdicts[],
): MergedParts {
  const read = parts.map(expectPart);
  const [first] = read as [ReadPart, ...ReadPart[]];
  const owners = new Map<number, string>();
  for (const part of read) {
    const difference = differenceOf(first, part);
    if (difference !== undefined)
      throw misfit(`${part.name} is a part of another evaluation than ${first.name}: it has ${difference}.`);
    for (const shard of part.part.shards) {
      const owner = owners.get(shard);
      if (owner !== undefined)
        throw misfit(`Part ${shard}/${part.part.of} is there twice: in ${owner} and in ${part.name}.`);
      owners.set(shard, part.name);
    }
  }
  const facts = read.map(({ part }) => part.facts);
  const sum = (key: 'notUtf8' | 'tokens' | 'answers') => facts.reduce((all, each) => all + each[key], 0);
  return {
    of: first.part.of,
    shards: [...owners.keys()].sort((a, b) => a - b),
    judged: {
      tables: mergedTables(read.map(part => rowsOf(part, unpack))),
      logs: mergedLogs(read),
      notUtf8: sum('notUtf8'),
      tokens: sum('tokens'),
      answers: sum('answers'),
      leftOut: read.reduce((all, { evaluation }) => all + (evaluation.leftOut ?? 0), 0),
      cancelled: false,
      uses: new Set(),
    },
  };
}

interface ReadPart extends NamedPart {
  readonly part: EvaluationPart;
}

function misfit(message: string): EngineError {
  return new EngineError('PartsDoNotFit', message);
}

function expectPart({ name, evaluation }: NamedPart): ReadPart {
  const { part, cancelled } = evaluation;
  if (!part)
    throw misfit(`${name} is no part of an evaluation, but a whole one. \`parserlens evaluate --shard\` makes parts.`);
  if (cancelled) throw misfit(`${name} was ended early, so rows are missing in it.`);
  return { name, evaluation, part };
}

function rowsOf({ name, part }: ReadPart, unpack: Parameters<typeof mergeParts>[1]): readonly PackedVerdicts[] {
  try {
    return unpack(part);
  } catch (error) {
    throw misfit(`${name}: ${(error as Error).message}`);
  }
}

/** What tells two parts' evaluations apart, in words that go on after "it has"; `undefined`: nothing. What is no part differs. */
function partDifference(one: NamedPart, other: NamedPart): string | undefined {
  const [a, b] = [one.evaluation.part, other.evaluation.part];
  return a && b ? differenceOf({ ...one, part: a }, { ...other, part: b }) : 'all rows, or is a whole one';
}

/** What of a part is in others already, in words that go on after "it has"; `undefined`: nothing. */
function overlapOf(parts: readonly NamedPart[], { evaluation }: NamedPart): string | undefined {
  const shards = evaluation.part?.shards ?? [];
  const owner = parts.find(each => each.evaluation.part?.shards.some(shard => shards.includes(shard)));
  return owner && `parts that ${owner.name} has too`;
}

function differenceOf(one: ReadPart, other: ReadPart): string | undefined {
  const pairs: readonly (readonly [string, (part: ReadPart) => unknown])[] = [
    ['another definition', ({ evaluation }) => evaluation.parser],
    ['another definition to compare with', ({ evaluation }) => evaluation.compare?.parser ?? null],
    ['another number of parts', ({ part }) => part.of],
    ['other logs', ({ evaluation }) => evaluation.logs.map(({ path }) => path)],
    ['other options, or is of another version of ParserLens', ({ part }) => part.run],
    ['another evaluation to compare with', ({ part }) => part.facts.baseline ?? null],
  ];
  const different = pairs.find(([, of]) => JSON.stringify(of(one)) !== JSON.stringify(of(other)));
  if (different) return different[0];
  const changed = one.evaluation.logs.findIndex((log, i) => {
    const { size, sha256 } = other.evaluation.logs[i]!;
    // A log that a part has not read is known by its size.
    return log.size !== size || (log.sha256 !== '' && sha256 !== '' && log.sha256 !== sha256);
  });
  return changed < 0 ? undefined : `other bytes in ${one.evaluation.logs[changed]!.path}`;
}

function mergedLogs(parts: readonly ReadPart[]): LogsEvaluation['logs'] {
  return parts[0]!.evaluation.logs.map((log, i) => {
    const owner = parts.find(({ evaluation }) => evaluation.logs[i]!.sha256 !== '');
    if (!owner) return { ...log, fields: [] };
    const { facts } = owner.part;
    const isFolder = facts.folders.includes(i) && { isFolder: true as const };
    return { ...owner.evaluation.logs[i]!, fields: facts.fields[i] ?? [], ...isFolder };
  });
}

/** The rows of parts, each of which has them in their order, in the order of the logs. */
function mergedTables(parts: readonly (readonly PackedVerdicts[])[]): readonly VerdictTable[] {
  const measures = measureNames.filter(name => parts.some(([rows]) => rows!.measures?.[name]));
  const tables = parts[0]!.map(() => new VerdictTable({ keepIds: true, always: alwaysOf(parts), measures }));
  const heap = new Heap(parts.flatMap(packed => (packed[0]!.count > 0 ? [{ packed, at: 0 }] : [])));
  for (let head = heap.first; head; head = heap.first) {
    const { packed, at } = head;
    const next = heap.second;
    let end = at + 1;
    const rows = packed[0]!;
    while (end < rows.count && (!next || isBefore(rows, end, next.packed[0]!, next.at))) end++;
    for (const [i, table] of tables.entries()) table.append(packed[i] ?? packed[0]!, at, end);
    head.at = end;
    if (end === rows.count) heap.removeFirst();
    else heap.sinkFirst();
  }
  return tables;
}

/** The columns of the parts, each of which has only those that its user named. */
function alwaysOf(parts: readonly (readonly PackedVerdicts[])[]): readonly string[] {
  return [...new Set(parts.flatMap(([rows]) => rows!.columns.map(({ name }) => name)))];
}

interface PartHead {
  readonly packed: readonly PackedVerdicts[];
  /** The row that comes next. */
  at: number;
}

function isBefore(one: PackedVerdicts, i: number, other: PackedVerdicts, j: number): boolean {
  const [a, b] = [one.logs[i]!, other.logs[j]!];
  return a < b || (a === b && one.starts[i]! < other.starts[j]!);
}

/** Parts by the rows that come next. */
class Heap {
  readonly #items: PartHead[];

  constructor(items: PartHead[]) {
    this.#items = items;
    for (let i = items.length >>> 1; i >= 0; i--) this.#sink(i);
  }

  get first(): PartHead | undefined {
    return this.#items[0];
  }

  /** The one that comes next but one. */
  get second(): PartHead | undefined {
    const [, left, right] = this.#items;
    return left && right ? (isLess(right, left) ? right : left) : left;
  }

  removeFirst(): void {
    const last = this.#items.pop()!;
    if (this.#items.length === 0) return;
    this.#items[0] = last;
    this.#sink(0);
  }

  sinkFirst(): void {
    this.#sink(0);
  }

  #sink(from: number): void {
    const items = this.#items;
    for (let i = from; ; ) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < items.length && isLess(items[child]!, items[least]!)) least = child;
      if (least === i) return;
      [items[i], items[least]] = [items[least]!, items[i]!];
      i = least;
    }
  }
}

function isLess(one: PartHead, other: PartHead): boolean {
  return isBefore(one.packed[0]!, one.at, other.packed[0]!, other.at);
}

/** A part of an evaluation with those beside it that fit. */
export interface PartsTogether extends MergedParts {
  /** The files that were put together, the own one first. */
  readonly files: readonly string[];
  /** Parts that do not fit, and why, in words that go on after "it has". */
  readonly left: readonly { readonly name: string; readonly why: string }[];
}

/** The largest that the rows of a part may become, in bytes: some forty are a row. */
const maxUnpacked = 1024 * 1024 * 1024;

/**
 * Puts a part together with those of others that fit: parts of the same evaluation of which nothing is there yet. What is no part is
 * left out without a word. Rejects with an `EngineError` that names the file where the rows of a part are broken.
 */
export async function mergeBeside(own: NamedPart, others: readonly NamedPart[]): Promise<PartsTogether> {
  const parts = [own];
  const left: { readonly name: string; readonly why: string }[] = [];
  for (const other of others) {
    if (!other.evaluation.part) continue;
    const why = other.evaluation.cancelled
      ? 'rows missing, as it was ended early'
      : (partDifference(own, other) ?? overlapOf(parts, other));
    if (why === undefined) parts.push(other);
    else left.push({ name: other.name, why });
  }
  const rows = new Map<string, () => Uint8Array>();
  for (const { evaluation } of parts) {
    const text = evaluation.part?.rows ?? '';
    const unpacked = await inflated(text).catch((error: unknown) => error as Error);
    rows.set(text, () => {
      if (unpacked instanceof Error) throw unpacked;
      return unpacked;
    });
  }
  const unpack = (text: string): readonly PackedVerdicts[] => readPackedRows(rows.get(text)!);
  const merged = mergeParts(parts, part => unpack(part.rows));
  return { ...merged, files: parts.map(({ name }) => name), left };
}

async function inflated(base64: string): Promise<Uint8Array> {
  const packed = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const reader = stream.getReader(); ; ) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maxUnpacked) {
      await reader.cancel();
      throw new EngineError('BrokenPart', 'there are too many');
    }
    pieces.push(value);
  }
  return joinedBytes(...pieces);
}
