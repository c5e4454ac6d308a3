import type { SyntaxNode } from '@lezer/common';
import { toDefinitionText } from '../../python/index.ts';
import type { SourceHost } from '../reading/sourceHost.ts';
import { LineNumbers } from '../reading/sourcePlaces.ts';
import {
  type FoundParser,
  readingOf,
  type SourceOrigin,
  type SourceReading,
  type UnknownArgument,
} from '../reading/sourceReading.ts';
import { scriptName } from './definitions/scriptNames.ts';
import type { ScriptRecord } from './definitions/scriptRecords.ts';
import { ScriptInterpreter } from './scriptInterpreter.ts';
import { readScripts, type ScriptFile } from './values/scriptFiles.ts';
import type { ScriptOrigin } from './zod/zodPlaces.ts';

/** Reads the parsers of LangChain.js that a script makes; `undefined`: it cannot be read. Nothing is run. */
export async function readScript(text: string, path: string, host: SourceHost): Promise<SourceReading | undefined> {
  const program = await readScripts(text, path, host);
  if (!program) return undefined;
  const run = new ScriptInterpreter(program);
  try {
    run.read();
  } catch (error) {
    // The stack ends before the depth that is read.
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
  const lines = new LineNumbers();
  const found = placed(run.records.all, program.first)
    .sort((a, b) => a.node.from - b.node.from || a.record.node.from - b.record.node.from)
    .map(({ node, record }) => foundOf(node, record, text, lines));
  return readingOf(
    found,
    program.files.map(each => each.path),
  );
}

interface Placed {
  readonly record: ScriptRecord;
  /** The call in the file that is read. */
  readonly node: SyntaxNode;
}

/** The parsers of a file: where they are made, or where a function is called that makes them of its arguments. */
function placed(records: readonly ScriptRecord[], first: ScriptFile): Placed[] {
  const keyOf = ({ file, node, stack }: ScriptRecord, from: number) =>
    [...stack.slice(from), { file, node }].map(each => `${each.file.path}:${each.node.from}`).join(' ');
  // What does not depend on who calls stands for itself, however it is called.
  const texts = new Map<string, Set<string>>();
  for (const each of records)
    for (let i = 0; i <= each.stack.length; i++) {
      const key = keyOf(each, i);
      const same = texts.get(key) ?? new Set<string>();
      texts.set(key, same.add(toDefinitionText(each.definition.visible)));
    }
  // What is another one for each call stands where it is called.
  const isWhole = (each: ScriptRecord) =>
    each.isUncalled && !needsCaller(each) && texts.get(keyOf(each, 0))?.size === 1;
  const whole = new Set(records.filter(isWhole).map(each => keyOf(each, 0)));
  const called = new Set(records.flatMap(each => each.stack.map((_, i) => keyOf(each, i + 1))));
  const isTold = (each: ScriptRecord) =>
    !each.stack.some((_, i) => whole.has(keyOf(each, i + 1))) &&
    !(each.isUncalled && !isWhole(each) && called.has(keyOf(each, 0)));
  return records.filter(isTold).flatMap(record => {
    const [outer = record] = record.stack;
    return outer.file === first ? [{ record, node: outer.node }] : [];
  });
}

function needsCaller({ definition }: ScriptRecord): boolean {
  return definition.unknown.some(({ isParameter }) => isParameter);
}

function foundOf(
  node: SyntaxNode,
  { definition, file, node: own, isUncalled, stack }: ScriptRecord,
  text: string,
  lines: LineNumbers,
): FoundParser {
  return {
    name: scriptName(node, text),
    type: definition.type,
    visible: definition.visible,
    line: lines.lineAt(text, node.from),
    span: { start: node.from, end: node.to },
    config: definition.config,
    unknown: definition.unknown.map(
      ({ argument, reason, at }): UnknownArgument => ({
        argument,
        reason,
        file: at.file.path,
        line: lines.lineAt(at.file.text, at.start),
        span: { start: at.start, end: at.end },
      }),
    ),
    origins: placedOrigins(definition.origins),
    made: { file: file.path, start: own.from },
    isUncalled: isUncalled && stack.length === 0,
  };
}

function placedOrigins<K>(origins: ReadonlyMap<K, ScriptOrigin>): ReadonlyMap<K, SourceOrigin> {
  return new Map(
    [...origins].map(([key, { at, items }]) => [
      key,
      {
        file: at.file.path,
        span: { start: at.start, end: at.end },
        ...(items && { items: placedOrigins(items) }),
      },
    ]),
  );
}
