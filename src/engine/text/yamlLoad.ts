import { isAlias, isCollection, isMap, isNode, isScalar, isSeq, type ParsedNode, parseDocument } from 'yaml';
import { pyStr } from '../python/repr.ts';
import { isPyDict, isPyList, PyOpaque, type PyValue, pyFloat, pyInt } from '../python/value.ts';

/** Nested deeper than this, PyYAML ends CPython's stack. */
const maxDepth = 150;
/** So many nodes aliases may add to those that the text can have. */
const maxAdded = 100_000;

/**
 * PyYAML's `yaml.safe_load(text)` of one document: the scalars of YAML 1.1 as PyYAML resolves them (`yes` is true, `1e3` a
 * string, `0o7` too, `017` is 15, `1:30` is 90). Keys that are no strings become them. `undefined` where PyYAML raises.
 */
export function yamlLoad(text: string): PyValue | undefined {
  if (nesting(text) > maxDepth) return undefined;
  try {
    const document = parseDocument(text, {
      version: '1.1',
      schema: 'failsafe',
      uniqueKeys: false,
      merge: false,
      logLevel: 'silent',
      prettyErrors: false,
    });
    if (document.errors.length > 0) return undefined;
    return new YamlBuilder(text).build(document.contents, 0);
  } catch (error) {
    // A RangeError is the stack's end: blocks are nested too deeply.
    if (error instanceof NoYaml || error instanceof RangeError) return undefined;
    throw error;
  }
}

class NoYaml extends Error {}

class YamlBuilder {
  private readonly anchors = new Map<string, unknown>();
  private readonly size: number;
  private readonly endsLine: boolean;
  private nodes = 0;
  constructor(text: string) {
    this.size = text.length;
    this.endsLine = text.endsWith('\n');
  }

  build(node: unknown, depth: number): PyValue {
    if (++this.nodes > maxAdded + this.size || depth > maxDepth) throw new NoYaml();
    if (node === null || node === undefined) return null;
    if (isAlias(node)) {
      const target = this.anchors.get(node.source);
      if (!target) throw new NoYaml();
      return this.build(target, depth + 1);
    }
    if (isNode(node) && 'anchor' in node && node.anchor) this.anchors.set(node.anchor, node);
    if (isNode(node) && node.tag && isCustom(node.tag)) return this.tagged(node as ParsedNode, node.tag, depth);
    if (isScalar(node)) {
      if (node.type === 'PLAIN') return plainScalar(node.source ?? '');
      const value = String(node.value ?? '');
      // PyYAML adds no line feed to a block that the text ends in without one.
      const isCut = node.type?.startsWith('BLOCK') && node.range?.[1] === this.size && !this.endsLine;
      return isCut ? value.replace(/\n$/, '') : value;
    }
    if (isSeq(node)) return node.items.map(item => this.build(item, depth + 1));
    if (!isMap(node)) throw new NoYaml();
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
      if (!isPyDict(source)) throw new NoYaml();
      for (const [key, value] of source) dict.set(key, value);
    }
    for (const [key, value] of own) dict.set(key, value);
    return dict;
  }

  private key(node: unknown, depth: number): string {
    if (isCollection(node)) throw new NoYaml();
    const key = this.build(node, depth + 1);
    if (isPyDict(key) || isPyList(key)) throw new NoYaml();
    return jsonKey(key);
  }

  private tagged(node: ParsedNode, tag: string, depth: number): PyValue {
    const name = tag.replace('tag:yaml.org,2002:', '');
    if (name === 'str' && isScalar(node)) return String(node.source ?? '');
    if ((name === 'map' && isMap(node)) || (name === 'seq' && isSeq(node))) {
      node.tag = undefined as never;
      return this.build(node, depth);
    }
    if (isScalar(node) && ['int', 'float', 'bool', 'null', 'timestamp'].includes(name)) {
      const value = plainScalar(node.source ?? '');
      if (name === 'null') return null;
      if (name === 'float' && typeof value === 'number') return pyFloat(value);
      return value;
    }
    throw new NoYaml();
  }
}

function isCustom(tag: string): boolean {
  return tag !== '?' && tag !== '!';
}

/** A key as `json.dumps` prints it. */
function jsonKey(key: PyValue): string {
  if (key === null) return 'null';
  return typeof key === 'boolean' ? String(key) : pyStr(key);
}

const yes = /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const no = /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const none = /^(?:~|null|Null|NULL|)$/;
const float =
  /^(?:[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const int =
  /^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/;
const timestamp =
  /^(?:\d{4}-\d{2}-\d{2}|\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|[ \t]+)\d{1,2}:\d{2}:\d{2}(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d{1,2}(?::\d{2})?))?)$/;

/** What PyYAML's resolver makes of a scalar without quotes. */
function plainScalar(source: string): PyValue {
  if (none.test(source)) return null;
  if (yes.test(source)) return true;
  if (no.test(source)) return false;
  if (int.test(source)) return yamlInt(source);
  if (float.test(source)) return yamlFloat(source);
  if (timestamp.test(source)) return new PyOpaque(source.length > 10 ? 'datetime' : 'date', source, source);
  // A constructor for `=` is missing in PyYAML.
  if (source === '=') throw new NoYaml();
  return source;
}

function yamlInt(source: string): PyValue {
  const negative = source.startsWith('-');
  const digits = source.replaceAll('_', '').replace(/^[-+]/, '');
  if (/^0[xb]?$/.test(digits) && digits !== '0') throw new NoYaml();
  const value = digits.includes(':')
    ? digits.split(':').reduce((sum, part) => sum * 60n + BigInt(part), 0n)
    : BigInt(/^0[0-7]/.test(digits) ? `0o${digits}` : digits);
  return pyInt(negative ? -value : value);
}

function yamlFloat(source: string): PyValue {
  const sign = source.startsWith('-') ? -1 : 1;
  const digits = source.replaceAll('_', '').replace(/^[-+]/, '').toLowerCase();
  if (digits === '.inf') return sign * Number.POSITIVE_INFINITY;
  if (digits === '.nan') return Number.NaN;
  if (digits.includes(':')) return pyFloat(sign * digits.split(':').reduce((sum, part) => sum * 60 + Number(part), 0));
  return pyFloat(sign * Number(digits));
}

/** An upper bound of how deeply flow collections nest, so that the parser's stack lasts. */
function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const unit of text) {
    if (unit === '[' || unit === '{') deepest = Math.max(deepest, ++depth);
    else if ((unit === ']' || unit === '}') && depth > 0) depth--;
  }
  return deepest;
}
