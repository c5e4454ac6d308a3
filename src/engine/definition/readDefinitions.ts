import { type Problem, problem } from '../core/problem.ts';
import { isPyDict, isPyList, type PyValue } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import { members, readJson, spanOfNode, toPython } from '../json/jsonSource.ts';
import type { Definition } from '../parsers/definition.ts';
import { NodeSource } from '../parsers/nodeSource.ts';
import type { ParserType } from '../parsers/parserType.ts';
import type { DefinitionForm } from '../parsers/system.ts';
import { systemFiles } from '../systems/registry.ts';
import { type DefinitionPart, type KnownTypes, readDefinition } from './readDefinition.ts';
import { kindOf, list } from './shapeProblems.ts';
import { linkProblem, type SourceLink, sourceReference, splitLinks } from './sourceLinks.ts';

/** Characters that a definition file may have. */
const maxLength = 50 * 1024 * 1024;

/** What a definition file holds. */
export interface DefinitionFile {
  readonly definitions: Definition[];
  readonly problems: Problem[];
}

/**
 * Reads a `.parser.json`: one definition, named after the file, or several under `parsers`; or a model's
 * `tokenizer_config.json`: the definition that its response template is, named after the model's folder, if it has one.
 * `fileName` may be a path or a URI. Never throws: whatever can be used of a broken text is returned beside its problems. While the text is not JSON,
 * only that is reported, because the rest would be guesses.
 */
export function readDefinitions(text: string, fileName: string, types?: readonly ParserType[]): DefinitionFile {
  return readFile(text, fileName, types, false);
}

/**
 * The definitions that {@link readDefinitions} gives, none of them checked: for whoever wants to know only their names, their
 * samples and the files that they name. Builds no parsers, so that it costs no more than reading the JSON.
 */
export function outlineDefinitions(text: string, fileName: string): readonly Definition[] {
  return readFile(text, fileName, undefined, true).definitions;
}

function readFile(text: string, fileName: string, types: KnownTypes, isOutline: boolean): DefinitionFile {
  if (text.length > maxLength) {
    const message = 'This file is larger than 50 MB, which is more than ParserLens reads.';
    return { definitions: [], problems: [problem('too-large', message, { start: 0, end: 1 })] };
  }
  const form = fileName.endsWith('.parser.json') ? undefined : systemFiles.find(each => each.isOne(fileName));
  // Most files have none, and a model's a vocabulary in place of it.
  if (form && !text.includes(`"${form.key}"`)) return { definitions: [], problems: [] };
  const { written, links } = splitLinks(text);
  const { root, problems: syntax } = readJson(written);
  if (!root) return { definitions: [], problems: [...syntax] };
  const duplicates: Problem[] = [];
  const config = toPython(root, text, key =>
    duplicates.push(
      problem('duplicate-key', `\`${key.value}\` appears twice in this object. The last one counts.`, spanOfNode(key)),
    ),
  );
  const whole = { node: root, text, file: fileName, path: [] };
  const read = form
    ? readForm({ ...whole, name: form.nameOf(fileName) }, form, config, types, isOutline)
    : readRoot({ ...whole, name: baseName(fileName) }, config, types, isOutline, links);
  const problems = syntax.length > 0 ? [...syntax] : [...duplicates, ...read.problems];
  return { definitions: read.definitions, problems: problems.sort((a, b) => a.span.start - b.span.start) };
}

/** A file of a framework's own, which is a definition. */
function readForm(
  root: Omit<DefinitionPart, 'config'>,
  form: DefinitionForm,
  config: PyValue,
  types: KnownTypes,
  isOutline: boolean,
): DefinitionFile {
  const keys = form.keysOf(config);
  const { key } = members(root.node).findLast(member => member.key.value === form.key) ?? {};
  if (!keys || !key) return { definitions: [], problems: [] };
  const { definition, problems } = readDefinition(
    { ...root, config: keys, nameSpan: spanOfNode(key), isWhole: true },
    types,
    isOutline,
  );
  return { definitions: definition ? [definition] : [], problems };
}

function readRoot(
  root: Omit<DefinitionPart, 'config'>,
  config: PyValue,
  types: KnownTypes,
  isOutline: boolean,
  links: ReadonlyMap<string, SourceLink>,
): DefinitionFile {
  const whole = spanOfNode(root.node);
  if (!isPyDict(config)) {
    const message = `A definition file holds an object with a \`type\`, or several under \`parsers\`, not ${kindOf(config)}.`;
    return { definitions: [], problems: [problem('wrong-shape', message, whole)] };
  }
  // A list beside a `type` is a key of that type's own: the parsers that it combines.
  if (!config.has('parsers') || (config.has('type') && isPyList(config.get('parsers')))) {
    const { definition, problems } = readLinkedDefinition({ ...root, config }, types, isOutline, links);
    return { definitions: definition ? [definition] : [], problems };
  }
  const source = new NodeSource({ ...root, config });
  const problems = [...config.keys()]
    .filter(key => key !== 'parsers' && key !== '$schema')
    .map(key => besideParsers(source, key));
  const parsers = config.get('parsers') ?? null;
  const node = members(root.node).findLast(({ key }) => key.value === 'parsers')?.value;
  if (!isPyDict(parsers) || !node) {
    const message = `\`parsers\` must be an object of definitions by name, not ${kindOf(parsers)}.`;
    return {
      definitions: [],
      problems: [...problems, problem('wrong-shape', message, source.spanOf(['parsers']) ?? whole)],
    };
  }
  if (parsers.size === 0) {
    const message = '`parsers` is empty: the file defines nothing yet. Each member is a definition under its name.';
    problems.push(problem('empty-file', message, spanOfNode(node)));
  }
  const places = new Map(members(node).map(member => [member.key.value as string, member]));
  const definitions: Definition[] = [];
  for (const [each, own] of parsers) {
    const { key, value } = places.get(each)!;
    const nameSpan = spanOfNode(key);
    if (!value) continue;
    if (!isPyDict(own)) {
      problems.push(problem('wrong-shape', `\`${each}\` must be a definition, not ${kindOf(own)}.`, spanOfNode(value)));
      continue;
    }
    const read = readLinkedDefinition(
      { ...root, node: value, config: own, name: each, path: ['parsers', each], nameSpan },
      types,
      isOutline,
      links,
    );
    if (read.definition) definitions.push(read.definition);
    problems.push(...read.problems);
  }
  return { definitions, problems };
}

function besideParsers(source: NodeSource, key: string): Problem {
  const message = `\`${key}\` is not read beside \`parsers\`. Move it into one of the definitions.`;
  return problem('unknown-key', message, source.keySpanOf([key])!);
}

/** `…/werewolf.parser.json` → `werewolf`, of a path or a URI. */
function baseName(fileName: string): string {
  const uri = /^[A-Za-z][\w+.-]+:(.*)$/.exec(fileName);
  const path = uri ? decoded(uri[1]!) : fileName;
  const start = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  return path.slice(start).replace(/(\.parser)?\.jsonc?$/i, '');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A definition as it stands in an edited text of its file, found by its place; `undefined`: nothing stands there. Never throws. */
export function readAgain(definition: Definition, text: string): Definition | undefined {
  const place = definition.path.join('\n');
  return readDefinitions(text, definition.source.file).definitions.find(each => each.path.join('\n') === place);
}

/** A definition's name where it is a key. */
export interface DefinitionName {
  readonly name: string;
  /** The key without its quotes, as it is escaped there. */
  readonly span: Span;
}

/** The names under `parsers` in a definition file's text; none in a file of one definition, which is named by its file. Never throws. */
export function definitionNames(text: string): readonly DefinitionName[] {
  const { root } = readJson(text);
  const parsers = members(root).findLast(({ key }) => key.value === 'parsers')?.value;
  return members(parsers).map(({ key }) => {
    const { start, end } = spanOfNode(key);
    return { name: String(key.value), span: { start: start + 1, end: end - 1 } };
  });
}

/** What a definition may have beside its `source`: all else the source says. */
const keysBesideSource = ['$schema', 'description', 'samples'] as const;

/**
 * Reads one definition, be it written here or, with `source`, where its parser is made: it is then what the source says, with the
 * samples and the description of this file. What is wrong with it the source's own problems say; here stands only that it cannot be used.
 */
function readLinkedDefinition(
  part: DefinitionPart,
  types: KnownTypes,
  isOutline: boolean,
  links: ReadonlyMap<string, SourceLink>,
): { definition?: Definition; problems: Problem[] } {
  const reference = sourceReference(part.config);
  if (reference === undefined) return readDefinition(part, types, isOutline);
  const own = new NodeSource(part);
  const span = own.spanOf(['source']) ?? spanOfNode(part.node);
  const link = links.get(reference);
  if (!link?.definition) return { problems: [linkProblem(reference, link, span)] };
  const { config, node } = link.definition;
  const kept = [...part.config].filter(([key]) => (keysBesideSource as readonly string[]).includes(key));
  const { unknown } = link;
  const merged = { ...part, config: new Map([...config, ...kept]), linked: { node, span, reference, unknown } };
  const { definition, problems } = readDefinition({ nameSpan: span, ...merged }, types, isOutline);
  const samples = own.spanOf(['samples']);
  const found = problems.filter(({ span: at }) => samples && samples.start <= at.start && at.end <= samples.end);
  for (const key of part.config.keys())
    if (key !== 'source' && !kept.some(([each]) => each === key)) found.push(besideSource(own, key));
  if (unknown.length > 0) {
    const message = `${list(unknown)} of \`${reference}\` ${unknown.length === 1 ? 'is' : 'are'} known only when the program runs.`;
    found.push(problem('unknown-argument', message, span));
  }
  const broken =
    unknown.length > 0 ? undefined : problems.find(each => each.severity === 'error' && !found.includes(each));
  if (broken) found.push(problem(broken.code, `\`${reference}\`: ${broken.message}`, span));
  return { ...(definition && { definition }), problems: found };
}

function besideSource(own: NodeSource, key: string): Problem {
  const message = `\`${key}\` is not read beside \`source\`: the source says it. Here may stand ${list(keysBesideSource.slice(1))}.`;
  return problem('unknown-key', message, own.keySpanOf([key])!);
}
