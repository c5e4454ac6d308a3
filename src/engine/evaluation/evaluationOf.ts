import { toPlain } from '../core/pyValue.ts';
import type { Definition } from '../parsers/definition.ts';
import type { Comparison } from './compareVerdicts.ts';
import type { EvaluatedLog, EvaluatedParser, EvaluationFile, FileComparison, FilePlace } from './evaluationFile.ts';
import { type FallbackCost, fallbackOf } from './fallbackCost.ts';
import { summarize } from './summarize.ts';
import type { VerdictTable } from './verdictTable.ts';

/** What an evaluation's file is made of. */
export interface EvaluationParts {
  readonly parser: EvaluatedParser;
  readonly logs: readonly EvaluatedLog[];
  /** The verdicts, after `markOddTypes`. */
  readonly table: VerdictTable;
  readonly groupBy: readonly string[];
  /** Rows that were left out: models were asked for other definitions. */
  readonly leftOut?: number;
  /** Absent: the framework asks nothing in silence. */
  readonly fallback?: FallbackCost | undefined;
  readonly rest?: Pick<
    EvaluationFile,
    'off' | 'on' | 'rowsFile' | 'tokens' | 'compare' | 'baseline' | 'constraint' | 'cancelled' | 'part'
  >;
}

/** An evaluation as its file has it: what the editor shows and what the command line prints come from here. Linear in the rows. */
export function evaluationOf({
  parser,
  logs,
  table,
  groupBy,
  leftOut = 0,
  fallback,
  rest = {},
}: EvaluationParts): EvaluationFile {
  const { totals, rate, interval, withRetries, causes, skips, groups } = summarize(table, groupBy);
  const placeOf = (index: number): FilePlace => {
    const { id, place } = table.row(index);
    return filePlace(logs[place.log], place.line, id);
  };
  return {
    parser,
    logs: logs.map(({ path, size, sha256, reader, field }) => ({ path, size, sha256, reader, field })),
    totals,
    rate,
    interval,
    ...(withRetries && { withRetries }),
    ...(leftOut > 0 && { leftOut }),
    causes: causes.map(({ kind, code, detail, count, example }) => ({
      kind,
      code,
      ...(detail !== undefined && { detail }),
      count,
      example: placeOf(example),
    })),
    ...(skips.length > 0 && {
      skips: skips.map(({ code, count, example }) => ({ code, count, example: placeOf(example) })),
    }),
    groups,
    ...(fallback && { fallback: fallbackOf(fallback, totals) }),
    ...rest,
  };
}

/** A definition as an evaluation's file names it. `file`: as its user wrote it. */
export function evaluatedParser(evaluated: Definition, file: string): EvaluatedParser {
  const { name, type, source } = evaluated;
  const { samples: _, ...definition } = toPlain(source.config) as Readonly<Record<string, unknown>>;
  return { file, name, type, definition };
}

/** A comparison as an evaluation's file has it. */
export function fileComparison(
  parser: EvaluatedParser,
  { flips, ...numbers }: Comparison,
  logs: readonly EvaluatedLog[],
): FileComparison {
  return {
    parser,
    ...numbers,
    flips: flips.map(({ log, line, id, change, before, now }) => ({
      ...filePlace(logs[log], line, id),
      ...(id !== undefined && { id }),
      change,
      before,
      now,
    })),
  };
}

/** Of a folder's texts a row is a file of its own. */
function filePlace(log: EvaluatedLog | undefined, line: number, id: string | undefined): FilePlace {
  const path = log?.path ?? '';
  if (!log?.isFolder || id === undefined) return { log: path, line };
  return { log: path === '.' ? id : `${path}/${id}`, line: 1 };
}
