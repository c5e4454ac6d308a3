import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type ParsedNode,
  parseAllDocuments,
  type Scalar,
  type YAMLParseError,
} from 'yaml';
import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { pyStr } from '../../python/index.ts';
import { isScalarTag, plainScalar, taggedScalar, UnreadableYaml } from './yamlScalar.ts';

/** More blocks inside each other are not given to the parser: near the end of the stack V8 ends the process when it compiles a pattern. */
const maxBlocks = 1000;
/** How many nodes aliases may add to those that the text can have. */
const maxAdded = 100_000;

/**
 * PyYAML's `yaml.safe_load(text)` of one document: the scalars of YAML 1.1 as PyYAML resolves them (`yes` is true, `1e3` a
 * string, `0o7` too, `017` is 15, `1:30` is 90). Keys that are not strings become strings. `undefined` where PyYAML raises,
 * as it does for a stream of several documents.
 */
export function yamlLoad(text: string): PyValue | undefined {
  const loaded = loadYaml(text);
  return 'message' in loaded ? undefined : loaded.value;
}

/** The same, or why PyYAML raises, with the place. */
export function loadYaml(text: string): { readonly value: PyValue } | YamlFault {
  const documents = yamlDocuments(text);
  if ('message' in documents) return documents;
  const [first, second] = documents;
  if (second)
    return { message: 'Expected a single document in the stream, but found another document', span: second.span };
  return { value: first?.value ?? null };
}

/** A document of a YAML stream. */
export interface YamlDocument {
  readonly value: PyValue;
  readonly span: Span;
  /** Where the value at a path stands; the innermost place that is known where it comes from an alias or is not there. */
  spanOf(path: readonly (string | number)[]): Span;
}

/** Why a text is not YAML, or none that PyYAML reads. */
export interface YamlFault {
  readonly message: string;
  /** What PyYAML raises where that is not a `YAMLError`: a date that there is not. */
  readonly class?: 'ValueError';
  readonly span: Span;
}

/** PyYAML's `yaml.safe_load_all(text)`, with the places of values. Total. */
export function yamlDocuments(text: string): readonly YamlDocument[] | YamlFault {
  if (flowNesting(text) > maxDepth || blockNesting(text) > maxBlocks)
    return { message: tooDeep, span: { start: 0, end: 1 } };
  const start = text.search(unacceptable);
  if (start >= 0) {
    const code = (text.codePointAt(start) ?? 0).toString(16).padStart(4, '0');
    return {
      message: `unacceptable character #x${code}: special characters are not allowed`,
      span: { start, end: start + 1 },
    };
  }
  try {
    const parsed = parseAllDocuments(text, yamlOptions);
    const documents: readonly Document.Parsed[] = Array.isArray(parsed) ? parsed : [];
    const [error] = documents.flatMap(({ errors }) => errors);
    if (error) return { message: messageOf(error), span: { start: error.pos[0], end: error.pos[1] } };
    const budget = { nodes: maxAdded + text.length };
    return documents.map(({ contents, range }) => {
      const value = new YamlBuilder(text, budget).build(contents, 0);
      const whole = spanOfNode(contents) ?? { start: range[0], end: range[1] };
      return { value, span: whole, spanOf: path => placeOf(contents, path) ?? whole };
    });
  } catch (error) {
    // The stack's end, which is nearer in some threads than in others.
    if (error instanceof RangeError) return { message: tooDeep, span: { start: 0, end: 1 } };
    if (error instanceof EngineError)
      return { message: error.message, class: 'ValueError', span: { start: 0, end: 1 } };
    if (error instanceof UnreadableYaml)
      return { message: error.message, span: { start: error.start, end: error.start + 1 } };
    throw error;
  }
}

/** What PyYAML's reader does not let pass. */
const unacceptable = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

const yamlOptions = {
  version: '1.1',
  schema: 'failsafe',
  uniqueKeys: false,
  merge: false,
  logLevel: 'silent',
  prettyErrors: false,
} as const;

const tooDeep = 'This YAML is nested too deeply.';

/** What the library says, shortened where it repeats the text; the stack's end in our words. */
function messageOf({ code, message }: YAMLParseError): string {
  if (code === 'RESOURCE_EXHAUSTION') return tooDeep;
  return message.length > 200 ? `${message.slice(0, 200)}…` : message;
}

function spanOfNode(node: unknown): Span | undefined {
  const range = isNode(node) ? node.range : undefined;
  return range ? { start: range[0], end: range[1] } : undefined;
}

function placeOf(node: unknown, path: readonly (string | number)[]): Span | undefined {
  let place = node;
  for (const step of path) {
    const inner: unknown = isMap(place)
      ? place.items.findLast(({ key }) => isScalar(key) && key.source === step)?.value
      : isSeq(place) && typeof step === 'number'
        ? place.items[step]
        : undefined;
    if (!isNode(inner)) break;
    place = inner;
  }
  return spanOfNode(place);
}

/** An upper bound of how deeply flow collections nest, so that the parser's stack lasts. */
function flowNesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const unit of text) {
    if (unit === '[' || unit === '{') deepest = Math.max(deepest, ++depth);
    else if ((unit === ']' || unit === '}') && depth > 0) depth--;
  }
  return deepest;
}

/** An upper bound of how deeply block collections nest: columns inside of columns, and indicators one after the other on a line. */
function blockNesting(text: string): number {
  const columns: number[] = [];
  let deepest = 0;
  let line = 0;
  let isStart = true;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charAt(i);
    if (unit === '\n') {
      line = i + 1;
      isStart = true;
    } else if (isStart && unit !== ' ' && unit !== '\t') {
      while (columns.length > 0 && columns.at(-1)! >= i - line) columns.pop();
      columns.push(i - line);
      deepest = Math.max(deepest, columns.length);
      isStart = '-?:'.includes(unit) && ' \t'.includes(text.charAt(i + 1));
    }
  }
  return deepest;
}

/** Nested deeper than this, PyYAML ends CPython's stack. */
const maxDepth = 150;

/** Builds the values of one document as PyYAML constructs them, anchors and merge keys included. */
class YamlBuilder {
  private readonly anchors = new Map<string, unknown>();
  private readonly text: string;
  private readonly budget: { nodes: number };

  /** `budget`: how many nodes may still be built, which aliases multiply. */
  constructor(text: string, budget: { nodes: number }) {
    this.budget = budget;
    this.text = text;
  }

  /** The value of a node. Throws `UnreadableYaml`. */
  build(node: unknown, depth: number): PyValue {
    if (--this.budget.nodes < 0 || depth > maxDepth) throw new UnreadableYaml();
    if (node === null || node === undefined) return null;
    if (isAlias(node)) {
      const target = this.anchors.get(node.source);
      if (!target) throw new UnreadableYaml(`found undefined alias '${node.source}'`, node.range?.[0]);
      return this.build(target, depth + 1);
    }
    if (isNode(node) && 'anchor' in node && node.anchor) this.anchors.set(node.anchor, node);
    if (isNode(node) && node.tag && isCustom(node.tag)) return this.tagged(node as ParsedNode, node.tag, depth);
    if (isScalar(node)) {
      if (node.type === 'QUOTE_DOUBLE' && this.isOpen(node)) throw new UnreadableYaml();
      if (node.type === 'PLAIN') return plainScalar(node.source ?? '');
      const value = String(node.value ?? '');
      // PyYAML adds no line feed to a block that the text ends in without one.
      const isCut = node.type?.startsWith('BLOCK') && node.range?.[1] === this.text.length && !this.text.endsWith('\n');
      return isCut ? value.replace(/\n$/, '') : value;
    }
    if (isSeq(node)) return node.items.map(item => this.build(item, depth + 1));
    if (!isMap(node)) throw new UnreadableYaml();
    const merged: PyValue[] = [];
    const own: [string, PyValue][] = [];
    for (const { key, value } of node.items) {
      const isMerge = isScalar(key) && key.type === 'PLAIN' && key.source === '<<';
      const built = this.build(value, depth + 1);
      if (isMerge) merged.push(...(isPyList(built) ? [...built].reverse() : [built]));
      else own.push([this.key(key, depth), built]);
    }
    const dict = new Map<string, PyValue>();
    for (const source of merged) {
      if (!isPyDict(source)) throw new UnreadableYaml();
      for (const [key, value] of source) dict.set(key, value);
    }
    for (const [key, value] of own) dict.set(key, value);
    return dict;
  }

  /** The library takes an escaped quote at the end of the text for the closing one. */
  private isOpen({ range }: Scalar): boolean {
    return range?.[1] === this.text.length && /(?<!\\)(?:\\\\)*\\"$/.test(this.text.slice(range[0]));
  }

  private key(node: unknown, depth: number): string {
    if (isCollection(node)) throw new UnreadableYaml();
    // PyYAML has no constructor for a plain `=`, but takes it for text where it is a key.
    if (isScalar(node) && node.type === 'PLAIN' && node.source === '=') return '=';
    const key = this.build(node, depth + 1);
    if (isPyDict(key) || isPyList(key)) throw new UnreadableYaml();
    return jsonKey(key);
  }

  private tagged(node: ParsedNode, tag: string, depth: number): PyValue {
    const name = tag.replace('tag:yaml.org,2002:', '');
    if (name === 'str' && isScalar(node)) return String(node.source ?? '');
    if ((name === 'map' && isMap(node)) || (name === 'seq' && isSeq(node))) {
      node.tag = undefined as never;
      return this.build(node, depth);
    }
    if (isScalar(node) && isScalarTag(name)) return taggedScalar(name, node.source ?? '');
    throw new UnreadableYaml(`could not determine a constructor for the tag '${tag}'`, node.range?.[0]);
  }
}

function isCustom(tag: string): boolean {
  return tag !== '?' && tag !== '!';
}

/** A key as `json.dumps` prints it. */
function jsonKey(key: PyValue): string {
  if (key === null) return 'null';
  if (key instanceof PyOpaque) return pyStr(key.json);
  return typeof key === 'boolean' ? String(key) : pyStr(key);
}
