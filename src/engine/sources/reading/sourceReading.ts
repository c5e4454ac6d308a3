import { UniqueNames } from '../../code/uniqueNames.ts';
import type { Problem } from '../../core/problem.ts';
import type { PyDict } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { readDefinitions } from '../../definition/index.ts';
import type { Definition } from '../../parsers/definition.ts';
import { toDefinitionText } from '../../python/index.ts';

/** An argument of a parser in a source that only a run can know. */
export interface UnknownArgument {
  /** The constructor's parameter, with the path into it where only a part is unknown. */
  readonly argument: string;
  /** The same in parts: the parameter, then keys and numbers. Absent: `argument` is the parameter. */
  readonly path?: readonly (string | number)[];
  readonly reason: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** In the text of `file`. */
  readonly span: Span;
}

/** Where a value of a definition was written, and its parts by key or number. */
export interface SourceOrigin {
  readonly file: string;
  /** In the text of `file`. */
  readonly span: Span;
  readonly items?: ReadonlyMap<string | number, SourceOrigin>;
}

/** A parser that a source makes. */
export interface SourceDefinition {
  readonly name: string;
  readonly type: string;
  /** The first line of the call, from 1. */
  readonly line: number;
  /** The call. */
  readonly span: Span;
  /** The definition as a `.parser.json` has it, without unknown arguments. */
  readonly config: PyDict;
  readonly unknown: readonly UnknownArgument[];
  /** The arguments that reading does not know and Python has answered. Absent: none. */
  readonly answered?: readonly string[];
  /** Where Python's answer stands in the `text` of the reading. Absent: nowhere. */
  readonly answeredAt?: readonly Span[];
  /** Where the values of the definition's keys were written, as far as that is followed. */
  readonly origins: ReadonlyMap<string, SourceOrigin>;
  /** The call of the framework's class, where it stands in another place: in a function that this one calls. */
  readonly made: { readonly file: string; readonly start: number };
  /** Whether it stands in a function that nothing calls here. */
  readonly isUncalled: boolean;
}

/** What a source file holds. */
export interface SourceReading {
  readonly definitions: Definition[];
  /** What is wrong with the definitions, at its place in `text`; `sourceProblems` has them where they were written. */
  readonly problems: Problem[];
  /** The files that were read, this one first. */
  readonly files: readonly string[];
  readonly found: readonly SourceDefinition[];
  /** The definitions as a `.parser.json`: what the spans of `definitions` index. */
  readonly text: string;
}

/** A parser of a source with the definition that the reading's `text` has of it. */
export type FoundParser = SourceDefinition & { readonly visible: PyDict };

/** The reading of files, the source itself first: its parsers by names of their own. */
export function readingOf(parsers: readonly FoundParser[], files: readonly string[]): SourceReading {
  const names = new UniqueNames();
  const named = parsers.map(each => ({ ...each, name: names.take(each.name, '_') }));
  const all = new Map(named.map(({ name, visible }) => [name, visible]));
  const text = `${toDefinitionText(new Map([['parsers', all]]))}\n`;
  const { definitions, problems } = readDefinitions(text, files[0]!);
  const found = named.map(({ visible, ...rest }) => rest);
  return { definitions, problems: named.length > 0 ? problems : [], files, found, text };
}

/**
 * Readings of several files, each by its path, as one: a function that constructs with its own parameters, and that another of
 * the files calls, stands for these calls and does not count as one that nobody calls.
 */
export function acrossFiles(readings: ReadonlyMap<string, SourceReading>): ReadonlyMap<string, SourceReading> {
  const called = new Set<string>();
  for (const [path, { found }] of readings)
    for (const { made } of found) if (made.file !== path) called.add(`${made.file}:${made.start}`);
  return new Map(
    [...readings].map(([path, reading]) => {
      const isOwn = ({ made, isUncalled }: SourceReading['found'][number]) =>
        !(isUncalled && made.file === path && called.has(`${made.file}:${made.start}`));
      return [path, { ...reading, found: reading.found.filter(isOwn) }];
    }),
  );
}
