import { type Problem, problem } from '../core/problem.ts';
import { placeInSource } from './sourceOrigins.ts';
import type { SourceDefinition, SourceReading, UnknownArgument } from './sourceReading.ts';

/**
 * The problems of a source's parsers, at their places in the file itself: at the argument where it was written there, else at the
 * call. Of a parser that is known in part only the arguments that are unknown are told: what depends on them is not judged.
 * `problems`: what is known of the definitions, at their places in the reading's `text`.
 */
export function sourceProblems(reading: SourceReading, problems: readonly Problem[] = reading.problems): Problem[] {
  const { definitions, found, files } = reading;
  const [own = ''] = files;
  const whole = definitions.filter(({ name }) => found.find(each => each.name === name)?.unknown.length === 0);
  const judged = problems.flatMap(({ fixes, ...each }) => {
    const { start } = each.span;
    if (!whole.some(({ nameSpan, span }) => nameSpan.start <= start && start <= span.end)) return [];
    const place = placeInSource(reading, start);
    if (!place) return [];
    const call = found.find(({ name }) => name === whole.findLast(one => one.nameSpan.start <= start)?.name);
    return [{ ...each, span: place.file === own || !call ? place.span : call.span }];
  });
  const unknown = found.flatMap(each => each.unknown.map(one => unknownProblem(one, each, own)));
  return [...unknown, ...judged].sort((a, b) => a.span.start - b.span.start);
}

function unknownProblem({ argument, reason, file, line, span }: UnknownArgument, call: SourceDefinition, own: string) {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const place = file === own ? '' : ` (${name}:${line})`;
  const message = `\`${argument}\` of \`${call.type}\` is known only when the program runs. ${reason}${place}`;
  return problem('unknown-argument', message, file === own ? span : call.span);
}
