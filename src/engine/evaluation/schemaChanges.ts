import { addTo } from '../core/addTo.ts';
import { applyEdits } from '../core/applyEdits.ts';
import type { Host } from '../core/host.ts';
import { fromPlain, type PyValue } from '../core/pyValue.ts';
import type { ModelMessage } from '../core/result.ts';
import type { Edit } from '../core/span.ts';
import { memberPath, type Violation, type ViolationCause } from '../core/violation.ts';
import { createParser, type ResponseParser, readDefinitions } from '../definition/index.ts';
import { indentAt, layoutOf, printValue } from '../json/editItems.ts';
import type { Definition } from '../parsers/definition.ts';
import { jsonDumps } from '../python/index.ts';
import { type SchemaDraft, schemaDrafts } from './schemaDrafts.ts';

/** What an author can do about a member that breaks the schema again and again. */
export interface SchemaChange extends Pick<SchemaDraft, 'kind' | 'added'> {
  /** A JSON pointer into the value, with `*` for the indexes of lists; `/` for the value itself. */
  readonly path: string;
  /** The edits of the definition's file. */
  readonly edits: readonly Edit[];
  /** How many of the answers that are refused now would be read then. */
  readonly mends: number;
}

/** What {@link schemaChanges} found. */
export interface SchemaChanges {
  /** Those that mend anything, the one that mends most first. */
  readonly changes: readonly SchemaChange[];
  /** How many of the answers break the schema now. */
  readonly refused: number;
}

/** The most answers that are judged again for each change, and the most members and causes that changes are tried for. */
const mostAnswers = 300;
const mostGroups = 6;

/**
 * What an author can change of a definition's schema so that answers that break it are read, and how many each change would mend,
 * alone: each is made in `text`, the definition's file, and the answers are read again. What a change costs, as fewer promises to the code
 * behind it, is for the author to weigh. Never throws but where the definition makes no parser (`EngineError`).
 */
export async function schemaChanges(
  text: string,
  definition: Definition,
  responses: readonly (string | ModelMessage)[],
  host: Host = {},
): Promise<SchemaChanges> {
  const refused = await refusedBy(createParser(definition, host), responses.slice(0, mostAnswers));
  const changes: SchemaChange[] = [];
  for (const { path, cause, violations } of groupsOf(refused.flatMap(each => each.violations)))
    for (const { kind, added, at, value } of schemaDrafts(definition, path, cause, violations)) {
      const edits = editsTo(text, definition, at, fromPlain(value));
      const changed = edited(text, edits, definition);
      if (!changed) continue;
      const parser = parserOf(changed, host);
      let mends = 0;
      for (const { response } of parser ? refused : []) if ((await parser!.parse(response)).ok) mends++;
      if (mends > 0) changes.push({ kind, path, ...(added && { added }), edits, mends });
    }
  return { changes: changes.sort((one, other) => other.mends - one.mends), refused: refused.length };
}

interface Refused {
  readonly response: string | ModelMessage;
  readonly violations: readonly Violation[];
}

async function refusedBy(
  parser: ResponseParser,
  responses: readonly (string | ModelMessage)[],
): Promise<readonly Refused[]> {
  const refused: Refused[] = [];
  for (const response of responses) {
    const result = await parser.parse(response);
    if (!result.ok && result.error.violations) refused.push({ response, violations: result.error.violations });
  }
  return refused;
}

interface Group {
  readonly path: string;
  readonly cause: ViolationCause;
  readonly violations: readonly Violation[];
}

/** Violations by member and cause, the most frequent first. */
function groupsOf(violations: readonly Violation[]): readonly Group[] {
  const groups = new Map<string, Violation[]>();
  for (const violation of violations) addTo(groups, `${violation.cause} ${memberPath(violation.path)}`, violation);
  return [...groups.values()]
    .map(group => ({ path: memberPath(group[0]!.path), cause: group[0]!.cause, violations: group }))
    .sort((one, other) => other.violations.length - one.violations.length)
    .slice(0, mostGroups);
}

/** The edits that put a value in the place of another one of a definition; none where there is none. */
function editsTo(
  text: string,
  { source }: Definition,
  path: readonly (string | number)[],
  value: PyValue,
): readonly Edit[] {
  const span = source.spanOf(path);
  if (!span) return [];
  const isInLine = !text.slice(span.start, span.end).includes('\n');
  const printed = isInLine
    ? jsonDumps(value, { ensureAscii: false })
    : printValue(value, layoutOf(text), indentAt(text, span.start));
  return [{ span, text: printed }];
}

/** The definition as it is in the file after edits; `undefined` where it is none any more. */
function edited(text: string, edits: readonly Edit[], { path, source }: Definition): Definition | undefined {
  if (edits.length === 0) return undefined;
  const { definitions } = readDefinitions(applyEdits(text, edits), source.file);
  return definitions.find(each => each.path.join('/') === path.join('/'));
}

function parserOf(definition: Definition, host: Host): ResponseParser | undefined {
  try {
    return createParser(definition, host);
  } catch {
    // The class refuses such a schema.
    return undefined;
  }
}
