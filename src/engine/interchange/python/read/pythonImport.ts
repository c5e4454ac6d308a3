import type { Tree } from '@lezer/common';
import { parser } from '@lezer/python';
import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import type { Imported, ImportedModule, ImportFormat, ImportResult, OpenKey } from '../../../parsers/interchange.ts';
import { UniqueNames } from '../../uniqueNames.ts';
import { toSnakeCase } from '../identifiers.ts';
import { parserParameters } from '../parserClasses.ts';
import { classNameOf } from './classFacts.ts';
import { customClassOf } from './customClass.ts';
import { ModelReader } from './modelReader.ts';
import { commentAbove, nameOfExpression } from './nameOf.ts';
import { type Outline, outlineOf } from './outline.ts';
import { Evaluator } from './pythonEvaluator.ts';
import { readCustomClasses } from './readCustomClasses.ts';
import { readDspy } from './readDspy.ts';
import { readLangchain } from './readLangchain.ts';
import { readParser } from './readParser.ts';
import { isPlainSubclass, readSubclass } from './readSubclass.ts';
import { readTools } from './readTools.ts';
import type { ScopedNode } from './scopes.ts';
import { type PyNode, spanOf } from './syntax.ts';

/** AgentScope's parsers and classes that derive from its bases, LangChain's parsers, DSPy's modules and signatures, Langroid's tools and Pydantic's classes in Python. */
export const pythonImport: ImportFormat = {
  id: 'python',
  title: 'Python (AgentScope, LangChain, Langroid, DSPy, Pydantic)',
  summary:
    'Constructor calls of AgentScope’s and LangChain’s parsers, tool classes of Langroid, modules and signatures of DSPy, or Pydantic classes alone; nothing is run',
  extensions: ['.py', '.pyi'],
  languages: ['python'],
  read: readPython,
};

/** No text without one of these names has anything to be read. */
const pythonTraces =
  /Markdown(?:CodeBlock|JsonObject|JsonDict)Parser|(?:Multi|Regex)TaggedContentParser|ToolMessage|BaseModel|\w(?:Output|Tools|Functions)Parser|Regex(?:Dict)?Parser|with_structured_output|(?:Tool|Provider|Auto)Strategy|create_agent|\bdspy\b|ParserBase|DictFilterMixin|FormatterBase|(?:Chat|MultiAgent)Formatter/;

/** Reads definitions from a Python text, or from those of its calls and classes that a span touches. Never throws; linear. */
export function readPython(text: string, fileName: string, span?: Span): ImportResult {
  if (!pythonTraces.test(text)) return { definitions: [], problems: [] };
  const tree = treeOf(text);
  if (!tree) {
    const message = 'This is nested too deeply to be read.';
    return { definitions: [], problems: [{ message, span: { start: 0, end: 1 }, severity: 'error' }] };
  }
  const outline = outlineOf(tree, text);
  const evaluator = new Evaluator(text, outline.attributes, outline.inner);
  const models = new ModelReader(evaluator);
  const isMeant = ({ node }: ScopedNode) => span === undefined || touches(spanOf(node), span);
  const names = new UniqueNames();
  const found: Imported[] = [];
  const add = (name: string, config: PyDict, node: PyNode, open?: OpenKey) => {
    found.push({ name: names.take(name, '_'), config, span: spanOf(node), ...(open && { open }) });
  };

  // Where the last combination of parsers ends: those that are made in it are its own. A call comes before those inside it.
  let combinedEnd = -1;
  for (const place of outline.calls.filter(isMeant)) {
    if (place.node.from < combinedEnd) continue;
    const type = parserType(place, evaluator);
    if (type === undefined) {
      const chained = readLangchain(place, models);
      if (!chained) continue;
      if (chained.config.has('parsers') || chained.isAgent) combinedEnd = place.node.to;
      const name = nameOfExpression(place.node, evaluator) ?? toSnakeCase(chained.type);
      add(name, withHead(chained.type, commentAbove(place.node, text), chained.config), place.node);
      continue;
    }
    const config = readParser(type, place, models);
    if (!config) continue;
    const name = nameOfExpression(place.node, evaluator) ?? toSnakeCase(type);
    add(name, withHead(type, commentAbove(place.node, text), config), place.node);
  }
  for (const { custom, place } of plainSubclasses(outline, evaluator)) {
    if (!isMeant(place) && !isMeant(custom.place)) continue;
    const isCall = place !== custom.place;
    const config = readSubclass(custom, isCall ? place : undefined, models);
    const name = (isCall ? nameOfExpression(place.node, evaluator) : undefined) ?? toSnakeCase(custom.name);
    if (config) add(name, withHead(custom.concrete, commentAbove(place.node, text), config), place.node);
  }
  const tools = readTools(outline, models, isMeant, fileName);
  for (const { name, type, config, node, described } of tools)
    add(name, withHead(type, commentAbove(described, text), config), node);
  for (const { name, type, config, node, open } of readDspy(outline, models, isMeant))
    add(name, withHead(type, commentAbove(node, text), config), node, open);
  const customs = readCustomClasses(outline, evaluator, isMeant, fileName);
  const modules: ImportedModule[] = customs.map(({ module }) => module);
  for (const { definitions } of customs)
    for (const { name, config, node } of definitions)
      add(name, withHead('custom', commentAbove(node, text), config), node);
  if (found.length === 0 && modules.length === 0)
    for (const place of outermost(outline.classes.filter(isMeant), models)) {
      const config = new Map([['content_schema', models.schemaOf(place)]]);
      const comment = commentAbove(place.node, text);
      add(classNameOf(place.node, evaluator), withHead('MarkdownJsonDictParser', comment, config), place.node);
    }
  reportErrors(outline, isMeant, models, new Set(customs.map(({ node }) => node.from)));
  found.sort((a, b) => a.span.start - b.span.start);
  const problems = evaluator.problems.toSorted((a, b) => a.span.start - b.span.start);
  return { definitions: found, ...(modules.length > 0 && { modules }), problems };
}

/** Brackets within brackets that are read: the parser drops what is below about 2,800 of them without a word, or reaches the end of its stack, by how often it ran. */
const maxBrackets = 1000;
const brackets = /^(?:Array|Dictionary|Set|Tuple|Parenthesized)\w*Expression$|^ArgList$/;

/** The tree of a Python text; `undefined`: brackets that are never closed nest too deeply. */
export function treeOf(text: string): Tree | undefined {
  try {
    const tree = parser.parse(text);
    let levels = 0;
    let isTooDeep = false;
    tree.iterate({
      enter({ name }) {
        if (brackets.test(name)) isTooDeep ||= ++levels > maxBrackets;
        return !isTooDeep;
      },
      leave({ name }) {
        if (brackets.test(name)) levels--;
      },
    });
    return isTooDeep ? undefined : tree;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function parserType({ node, scope }: ScopedNode, evaluator: Evaluator): string | undefined {
  const callee = node.firstChild;
  if (callee?.name !== 'VariableName' && callee?.name !== 'MemberExpression') return undefined;
  const name = evaluator.importedName(callee, scope);
  return name !== undefined && parserParameters.has(name) ? name : undefined;
}

function withHead(type: string, description: string | undefined, config: ReadonlyMap<string, PyValue>): PyDict {
  return new Map<string, PyValue>([
    ['type', type],
    ...(description === undefined ? [] : [['description', description] as const]),
    ...config,
  ]);
}

/** Subclasses that are the parser that they derive from: at each of their calls, or where nothing calls them and no other derives from them, at the class. */
function plainSubclasses({ classes, calls }: Outline, evaluator: Evaluator) {
  const all = classes.flatMap(place => {
    const custom = customClassOf(place, evaluator);
    const { concrete } = custom ?? {};
    return custom && concrete !== undefined && isPlainSubclass(custom, evaluator) ? [{ ...custom, concrete }] : [];
  });
  const bases = new Set(all.flatMap(custom => custom.classes.slice(0, -1).map(({ node }) => node.from)));
  const byPlace = new Map(all.map(custom => [custom.place.node.from, custom]));
  const called = calls.flatMap(place => {
    const callee = place.node.firstChild;
    const named = callee?.name === 'VariableName' ? evaluator.resolve(callee, place.scope) : undefined;
    const custom = named?.kind === 'class' ? byPlace.get(named.node.from) : undefined;
    return custom ? [{ custom, place }] : [];
  });
  const made = new Set(called.map(({ custom }) => custom));
  const rest = all.filter(custom => !made.has(custom) && !bases.has(custom.place.node.from));
  return [...called, ...rest.map(custom => ({ custom, place: custom.place }))];
}

/** Models that no other one among them uses or derives from; all of them where each uses another. */
function outermost(classes: readonly ScopedNode[], models: ModelReader): readonly ScopedNode[] {
  const own = classes.filter(place => models.line(place)?.kind === 'model');
  const used = new Set<string>();
  for (const place of own) {
    const key = models.keyOf(place);
    for (const name of models.referencesOf(place)) if (name !== key) used.add(name);
    for (const { node } of models.line(place)!.classes.slice(0, -1)) used.add(classNameOf(node, models.evaluator));
  }
  const outer = own.filter(place => !used.has(models.keyOf(place)));
  return outer.length > 0 ? outer : own;
}

/** Says where a call or a class that was read is not Python: what stands there may be missing. */
function reportErrors(
  outline: Outline,
  isMeant: (place: ScopedNode) => boolean,
  models: ModelReader,
  customs: ReadonlySet<number>,
): void {
  const { evaluator } = models;
  const read = [
    ...outline.calls.filter(place => isMeant(place) && parserType(place, evaluator) !== undefined),
    ...outline.classes.filter(place => models.isRead(place) || customs.has(place.node.from)),
  ];
  const spans = read.map(({ node }) => node).sort((a, b) => a.from - b.from);
  let next = 0;
  let end = -1;
  for (const error of outline.errors) {
    for (let span = spans[next]; span && span.from <= error.from; span = spans[++next]) end = Math.max(end, span.to);
    if (error.from > end) continue;
    const to = Math.min(evaluator.text.length, Math.max(error.to, error.from + 1));
    evaluator.report(
      { from: Math.max(0, Math.min(error.from, to - 1)), to },
      'Not valid Python; something may be missing here.',
    );
  }
}

function touches(a: Span, b: Span): boolean {
  return b.start === b.end ? a.start <= b.start && b.start <= a.end : a.start < b.end && b.start < a.end;
}
