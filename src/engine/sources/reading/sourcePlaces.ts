import type { Node } from 'jsonc-parser';
import { type Problem, problem } from '../../core/problem.ts';
import { members, readJson } from '../../json/jsonSource.ts';
import type { SourceDefinition, SourceOrigin, SourceReading, UnknownArgument } from './sourceReading.ts';

/** A place in one of the files of a source. */
export type SourceSpan = Pick<SourceOrigin, 'file' | 'span'>;

/**
 * Where what stands at an offset of a reading's `text` was written: the innermost value that has a place, in the file itself
 * or in one that it imports, else the call that makes the parser. `undefined`: nothing was written there. Linear in the text.
 */
export function placeInSource({ text, found, files }: SourceReading, offset: number): SourceSpan | undefined {
  const at = (node: Node | undefined) => memberAt(node, offset);
  const parsers = at(readJson(text).root);
  const parser = at(parsers?.value);
  const definition = found.find(({ name }) => name === parser?.key.value);
  if (!definition) return undefined;
  const own = at(parser?.value);
  let origin = own && definition.origins.get(own.key.value);
  let node = own?.value;
  for (let next = origin; next; ) {
    origin = next;
    const inner = partAt(node, offset);
    node = inner?.node;
    next = inner && origin.items?.get(inner.key);
  }
  return origin ?? { file: files[0] ?? '', span: definition.span };
}

function memberAt(node: Node | undefined, offset: number) {
  return members(node).find(({ key, value }) => key.offset <= offset && offset <= endOf(value ?? key));
}

/** The item of a list or the member of an object at an offset. */
function partAt(node: Node | undefined, offset: number): { key: string | number; node: Node | undefined } | undefined {
  if (node?.type !== 'array') {
    const member = memberAt(node, offset);
    return member && { key: member.key.value, node: member.value };
  }
  const key = (node.children ?? []).findIndex(each => each.offset <= offset && offset <= endOf(each));
  return key < 0 ? undefined : { key, node: node.children?.[key] };
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/**
 * The problems of a source's parsers, at their places in the file itself: at the argument where it was written there, else at
 * the call. Of a parser that is known in part only the unknown arguments are reported: what depends on them is not judged.
 * `problems`: those of the definitions, at their places in the reading's `text`.
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

/** The lines of offsets, from 1, where lines end with `\n`. Each text is searched once, then an offset is logarithmic. */
export class LineNumbers {
  readonly #starts = new Map<string, readonly number[]>();

  lineAt(text: string, offset: number): number {
    const starts = this.#starts.get(text) ?? startsOf(text);
    this.#starts.set(text, starts);
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}

function startsOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
