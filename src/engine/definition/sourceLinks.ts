import type { Node } from 'jsonc-parser';
import { nearestName } from '../core/nearestName.ts';
import { type Problem, problem } from '../core/problem.ts';
import { isPyDict, isPyList, type PyDict } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import { members, readJson, toPython } from '../json/jsonSource.ts';
import { list } from './shapeProblems.ts';
import { splitReference } from './splitReference.ts';

/** What stands between a file's own text and the definitions of the sources that it names. No JSON text has it. */
const mark = '\u0000sources\u0000';

/** What a definition's `source` leads to. */
export interface SourceLink {
  /** The source's definition with its node; absent: there is none of that name. */
  readonly definition?: { readonly config: PyDict; readonly node: Node };
  /** The arguments that only a run can know. */
  readonly unknown: readonly string[];
  /** The parsers that the source makes; absent: there is no such file. */
  readonly names?: readonly string[];
  /** The file stands outside of the folders that sources are read from. */
  readonly isOutside: boolean;
}

/** The text of a definition file with the sources' definitions that it names behind its own text, whose offsets stay. */
export interface SplitText {
  /** The file's own text. */
  readonly written: string;
  /** By the value of `source`. */
  readonly links: ReadonlyMap<string, SourceLink>;
}

/** What stands behind a file's own text, for one value of `source`. */
export interface LinkText extends Omit<SourceLink, 'definition'> {
  readonly reference: string;
  /** The source's definition as JSON. */
  readonly definition?: string;
}

/** A file's own text. */
export function writtenPart(text: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? text : text.slice(0, at);
}

/** Takes a text apart that {@link withLinks} has put together; any other is its own. Never throws. */
export function splitLinks(text: string): SplitText {
  const written = writtenPart(text);
  if (written.length === text.length) return { written, links: new Map() };
  // As long as the whole, so that every offset is one of the whole.
  const padded = ' '.repeat(written.length + mark.length) + text.slice(written.length + mark.length);
  const found = members(readJson(padded).root).map(
    ({ key, value }) => [String(key.value), linkOf(value, padded)] as const,
  );
  return { written, links: new Map(found) };
}

function linkOf(node: Node | undefined, text: string): SourceLink {
  const at = (key: string) => members(node).find(member => member.key.value === key)?.value;
  const texts = (key: string) => {
    const value = at(key);
    const items = value && toPython(value, text);
    return isPyList(items) ? (items as readonly unknown[]).map(String) : undefined;
  };
  const own = at('definition');
  const config = own ? toPython(own, text) : null;
  const names = texts('names');
  return {
    unknown: texts('unknown') ?? [],
    isOutside: at('isOutside')?.value === true,
    ...(own && isPyDict(config) && { definition: { config, node: own } }),
    ...(names && { names }),
  };
}

/** A text with what its sources hold behind it, and where the definition of each stands there. */
export function withLinks(
  written: string,
  links: readonly LinkText[],
): { readonly text: string; readonly spans: ReadonlyMap<string, Span> } {
  const spans = new Map<string, Span>();
  let text = `${written}${mark}{`;
  for (const [i, { reference, definition, ...about }] of links.entries()) {
    text += `${i > 0 ? ',' : ''}\n${JSON.stringify(reference)}: {`;
    if (definition !== undefined) {
      text += '"definition": ';
      spans.set(reference, { start: text.length, end: text.length + definition.length });
      text += `${definition}, `;
    }
    text += JSON.stringify(about).slice(1);
  }
  return { text: `${text}}`, spans };
}

/** The value of a definition's `source`; `undefined` where the definition says itself what it is. */
export function sourceReference(config: PyDict): string | undefined {
  const source = config.get('source');
  return typeof source === 'string' && !config.has('type') ? source : undefined;
}

/** Why a definition's `source` leads nowhere; `span` is that of the value. */
export function linkProblem(reference: string, link: SourceLink | undefined, span: Span): Problem {
  const inShort = reference.length > 200 ? `${reference.slice(0, 199)}…` : reference;
  if (!link) return problem('unknown-source', `\`${inShort}\` is not read here: only the file itself was given.`, span);
  if (link.isOutside)
    return problem('file-outside', `\`${inShort}\` stands outside of the folders that are read.`, span);
  const { names } = link;
  if (!names)
    return problem(
      'missing-file',
      `\`${inShort}\` names no source that can be read: a Python or TypeScript file.`,
      span,
    );
  const { file, name } = splitReference(inShort);
  if (names.length === 0) return problem('unknown-source', `\`${file}\` makes no parser.`, span);
  const near = name === undefined ? undefined : nearestName(name, names);
  const ordered = near === undefined ? names : [near, ...names.filter(each => each !== near)];
  const fixes = ordered.slice(0, maxFixes).map(each => ({
    title: `Change to "${file}#${each}"`,
    edits: [{ span, text: JSON.stringify(`${file}#${each}`) }],
    ...(names.length > 1 && { isChoice: true as const }),
  }));
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  const choices = `There are ${list(names.slice(0, maxNamed))}${more}.`;
  const lack = name === undefined ? 'has several parsers; name one behind a `#`' : `has no parser \`${name}\``;
  return problem('unknown-source', `\`${file}\` ${lack}. ${choices}`, span, fixes);
}

const maxFixes = 5;
const maxNamed = 10;
