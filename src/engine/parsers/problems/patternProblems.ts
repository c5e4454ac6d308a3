import { EngineError } from '../../core/errors.ts';
import { type Problem, problem } from '../../core/problem.ts';
import { type Flags, PatternWidths, parsePattern, translatePattern } from '../../python/index.ts';
import type { DefinitionSource } from '../parser.ts';
import type { UserPattern } from '../parserFeatures.ts';
import { problemAt, spanInString } from './problemAt.ts';

type Path = readonly (string | number)[];

/** How a type runs a pattern. */
export interface PatternUse {
  readonly flags: Flags;
  /** The groups that are read of each match. */
  readonly groups: readonly string[];
  /** When Python compiles the pattern, for messages: `each answer`. */
  readonly when: string;
  /** Whether all matches are collected, so that one of nothing is an entry of its own. */
  readonly collects: boolean;
}

/** What is wrong with the pattern at a path that is known without running it. Linear. */
export function patternProblems(source: DefinitionSource, path: Path, pattern: string, use: PatternUse): Problem[] {
  try {
    const parsed = parsePattern(pattern, use.flags);
    const missing = use.groups.filter(name => !parsed.names.has(name));
    if (missing.length > 0)
      return missing.flatMap(name => problemAt(source, 'missing-group', path, missingGroup(name)));
    translatePattern(parsed, use.groups);
    if (!use.collects || new PatternWidths(parsed).of(parsed.body).min > 0) return [];
    const message =
      'The pattern can match nothing, and then does so at almost every place of an answer. Let it match at least one character.';
    return problemAt(source, 'empty-match', path, message);
  } catch (error) {
    if (error instanceof EngineError) return compileProblem(source, path, pattern, error, use.when);
    throw error;
  }
}

/** The patterns at some paths that can be run, in the form in which they are. */
export function runnablePatterns(
  patterns: readonly (readonly [path: Path, pattern: string])[],
  { flags, groups }: Pick<PatternUse, 'flags' | 'groups'>,
): readonly UserPattern[] {
  return patterns.flatMap(([path, pattern]) => {
    try {
      const translated = translatePattern(parsePattern(pattern, flags), groups);
      return [{ path, source: translated.source, flags: translated.flags }];
    } catch (error) {
      if (error instanceof EngineError) return [];
      throw error;
    }
  });
}

function missingGroup(name: string): string {
  return `The pattern has no group named \`${name}\`: each match raises \`IndexError: no such group\`. Write \`(?P<${name}>…)\`.`;
}

/** Python's words, at the character that they name. */
function compileProblem(
  source: DefinitionSource,
  path: Path,
  pattern: string,
  error: EngineError,
  when: string,
): Problem[] {
  const position = /at position (\d+)/.exec(error.message)?.[1];
  const start = position === undefined ? undefined : unitOf(pattern, Number(position));
  const span = start === undefined ? source.spanOf(path) : characterAt(source, path, pattern, start);
  if (!span) return [];
  if (error.class === 'UntranslatablePattern') return [problem('untranslatable-pattern', error.message, span)];
  return [problem('bad-pattern', `${when} raises \`${error.class}: ${error.message}\`.`, span)];
}

/** The character at a place of the pattern; the last one where the place is its end. */
function characterAt(source: DefinitionSource, path: Path, pattern: string, place: number) {
  const start = Math.min(place, Math.max(0, pattern.length - 1));
  return spanInString(source, path, start, start + ((pattern.codePointAt(start) ?? 0) > 0xffff ? 2 : 1));
}

/** UTF-16 units of the first `count` code points. */
function unitOf(text: string, count: number): number {
  let units = 0;
  for (let i = 0; i < count && units < text.length; i++) units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  return units;
}
