import {
  createJudge,
  createParser,
  type Definition,
  draftDefinition,
  findParsers,
  fitRank,
  fromPlain,
  type Host,
  type LogRow,
  markOddTypes,
  type ParserCandidate,
  type ParserType,
  parserTypes,
  type ResponseParser,
  readDefinitions,
  type SuspicionChoice,
  split,
  summarize,
  type Totals,
  takesNamesAsText,
  typeNamed,
  VerdictTable,
  withoutModules,
} from '../engine/index.ts';
import { givesText } from '../views/parserChoices.ts';
import { responseModel } from '../views/responseModel.ts';
import { type Surroundings, selectedText } from '../views/selectedText.ts';
import { choiceOf, type SuspicionNames } from './choiceOf.ts';
import type { DefinitionRef } from './definitionCache.ts';
import type { EvaluationLog, LogsRunner } from './evaluationLogs.ts';

/** A response as it was selected. `surroundings`: it lies within one line of a larger text. */
export interface SelectedResponse {
  readonly text: string;
  readonly surroundings?: Surroundings;
}

/** A definition file as it stands. */
export interface FitFile {
  readonly fileName: string;
  readonly text: string;
}

/** The first rows of some logs. `definition`: rows that answer for others of its file are left out. */
export interface FirstRowsOf extends SuspicionNames {
  readonly logs: readonly EvaluationLog[];
  readonly definition?: DefinitionRef;
}

/** A definition or a type, and how well it reads the responses. */
export interface FitRow {
  readonly name: string;
  readonly type: string;
  readonly description?: string;
  /** The definition's file, by its index in the request; absent: a type, of which a definition can be drafted. */
  readonly file?: number;
  /** How many of the responses it reads. */
  readonly read: number;
  /** Whether it would not read any text whatever. */
  readonly asksForForm: boolean;
  /** Whether that it reads them says little, and whether it takes their names for text: see `FitParts`. */
  readonly takesAnything: boolean;
  readonly takesNamesAsText: boolean;
  /** Whether the responses have most of its names: keys, tags, labels. */
  readonly hasNames: boolean;
  readonly why: string;
  /** Where it stands among all rows, also those of other calls: see `compareRanks`. */
  readonly rank: readonly number[];
  /** The cause, by code, where it reads none of the responses as they are, but all of them after one edit of each. */
  readonly afterEdit?: string;
  /** Of the best definitions, what comes of the first response, in a line. */
  readonly gives?: string;
  /** Of rows of a log, what an evaluation says of them; absent where it reads none. */
  readonly verdicts?: Pick<Totals, 'ok' | 'suspicious' | 'error'>;
}

/** All candidates, the best first. `total`: how many responses were looked at. */
export interface FitModel {
  readonly rows: readonly FitRow[];
  readonly total: number;
}

/** A drafted definition's text. `unread`: why it does not read all responses, in a line. */
export interface DraftModel {
  readonly text: string;
  readonly unread?: string;
}

/** How files are searched. */
export interface SearchOptions {
  /** Whether modules that definitions name may run. */
  readonly isTrusted: boolean;
  /** Whether the nearest files were searched before: types are not ranked again, and only of definitions whose names the responses have it is asked whether an edit would do. */
  readonly isMore?: boolean;
}

/** Finds parsers for responses. Holds no state between calls. */
export interface FindApi {
  /** Ranks the definitions of some files, nearest first, and all types. */
  findParsers(
    responses: readonly SelectedResponse[],
    files: readonly FitFile[],
    options: SearchOptions,
  ): Promise<FitModel>;
  /** Ranks the definitions of some files by how well they read the first rows of logs. Rejects where a log cannot be read. */
  findForLogs(rows: FirstRowsOf, files: readonly FitFile[], options: SearchOptions): Promise<FitModel>;
  /** A definition of a type for the responses; `undefined` where they have nothing of its format. */
  draft(responses: readonly SelectedResponse[], type: string): Promise<DraftModel | undefined>;
}

/** Of how many definitions it is said what they give. */
const maxGiven = 20;
/** Of how many candidates that read nothing it is asked whether an edit would do, and for how much text, in UTF-16 units. */
const maxDiagnosed = 60;
const maxDiagnosedText = 20_000;
/** How many responses of logs are looked at, and how much text of them, in UTF-16 units: a list is waited for. */
const firstOfLogs = { count: 20, length: 200_000 };
/** How many candidates the answer lists. */
const maxRows = 200;

/** The engine's side of the API; runs in a worker of its own, which is ended to cancel it. */
export function findService(host: Host, logs: Pick<LogsRunner, 'firstRows'>): FindApi {
  const rank = async (
    texts: readonly string[],
    files: readonly FitFile[],
    { isTrusted, isMore = false }: SearchOptions,
    types: readonly ParserType[],
  ): Promise<FitModel> => {
    const fileOf = new Map<Definition, number>();
    for (const [index, { text, fileName }] of files.entries())
      for (const definition of readDefinitions(text, fileName).definitions) fileOf.set(definition, index);
    const allowed = isTrusted ? host : withoutModules(host, 'untrusted');
    const found = await findParsers(texts, [...fileOf.keys()], allowed, isMore ? [] : types);
    const rows = found.slice(0, maxRows).map(candidate => rowOf(candidate, fileOf.get(candidate.definition)));
    const [first = ''] = texts;
    let count = 0;
    let diagnosed = 0;
    for (const [index, { definition, parts }] of found.slice(0, maxRows).entries()) {
      if (parts.read === 0 && (parts.hasNames || !isMore) && ++diagnosed <= maxDiagnosed) {
        const afterEdit = await causeOf(definition, texts, allowed);
        if (afterEdit !== undefined) rows[index] = { ...rows[index]!, afterEdit };
      }
      if (parts.read === 0 || !fileOf.has(definition) || ++count > maxGiven) continue;
      const gives = await givenBy(definition, first, allowed);
      if (gives !== undefined) rows[index] = { ...rows[index]!, gives };
    }
    return { rows, total: found[0]?.verdicts.length ?? 0 };
  };
  return {
    findParsers: (responses, files, options) => rank(textsOf(responses), files, options, parserTypes),
    async findForLogs({ logs: read, definition, ...names }, files, options) {
      const first = await logs.firstRows(read, firstOfLogs, definition);
      const texts = first.map(({ text }) => text);
      const ranked = await rank(texts, files, options, []);
      const judged = first.slice(0, ranked.total).map(({ row }) => row);
      const allowed = options.isTrusted ? host : withoutModules(host, 'untrusted');
      const rows = [];
      for (const row of ranked.rows) rows.push(await withVerdicts(row, files, judged, choiceOf(names), allowed));
      return { ...ranked, rows };
    },
    async draft(responses, name) {
      const type = typeNamed(name);
      const draft = type && (await draftDefinition(textsOf(responses), type, host));
      if (!draft) return undefined;
      const [first] = draft.unread;
      return {
        text: draft.text,
        ...(first && { unread: responses.length > 1 ? `response ${first.index + 1}: ${first.error}` : first.error }),
      };
    },
  };
}

async function givenBy(definition: Definition, text: string, host: Host): Promise<string | undefined> {
  const result = await createParser(definition, host).parse(text);
  if (!result.ok) return undefined;
  return givesText(responseModel({ definition, result, splits: split(definition, result), text }));
}

/** A candidate with the verdicts of an evaluation of the same rows: the list and what is opened from it say the same. */
async function withVerdicts(
  candidate: FitRow,
  files: readonly FitFile[],
  rows: readonly LogRow[],
  choice: Required<SuspicionChoice>,
  host: Host,
): Promise<FitRow> {
  const file = candidate.file === undefined ? undefined : files[candidate.file];
  if (!file || candidate.read === 0) return candidate;
  const definition = readDefinitions(file.text, file.fileName).definitions.find(({ name }) => name === candidate.name);
  if (!definition) return candidate;
  const results = await createParser(definition, host).parseAll(rows.map(({ response = '' }) => response));
  // Why the others do not read is not asked here: it takes longer than all else.
  const read = rows.filter((_, i) => results[i]!.ok);
  const table = new VerdictTable();
  for (const verdict of await createJudge(definition, choice, host).all(read)) table.add(verdict);
  markOddTypes(table, choice.off);
  const { ok, suspicious, error } = summarize(table).totals;
  return { ...candidate, verdicts: { ok, suspicious, error: error + rows.length - read.length } };
}

/** The cause of the one edit after which a definition reads each of the responses; `undefined` where one edit does not do, or it takes their keys for text then. */
async function causeOf(definition: Definition, texts: readonly string[], host: Host): Promise<string | undefined> {
  if (texts.reduce((sum, { length }) => sum + length, 0) > maxDiagnosedText) return undefined;
  let parser: ResponseParser;
  try {
    parser = createParser(definition, host);
  } catch {
    return undefined;
  }
  let cause: string | undefined;
  for (const text of texts) {
    const [best] = (await parser.diagnose(text, { limit: 1 })).candidates;
    if (best?.edits.length !== 1 || takesNamesAsText(text, fromPlain(best.value))) return undefined;
    cause ??= best.causes[0];
  }
  return cause;
}

function textsOf(responses: readonly SelectedResponse[]): readonly string[] {
  return responses.map(({ text, surroundings }) => selectedText(text, surroundings).text);
}

function rowOf(candidate: ParserCandidate, file: number | undefined): FitRow {
  const { definition, parts, why } = candidate;
  const { name, type, description, parserType } = definition;
  const { read, asksForForm, takesAnything, takesNamesAsText, hasNames } = parts;
  const fit = { read, asksForForm, takesAnything, takesNamesAsText, hasNames, why, rank: fitRank(candidate) };
  if (file === undefined) return { name: type, type, description: parserType.summary, ...fit };
  return { name, type, ...(description !== undefined && { description }), file, ...fit };
}
