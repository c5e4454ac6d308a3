import { toSnakeCase } from '../../../code/python/identifiers.ts';
import { classNameOf, dataKindOf } from '../../../code/python/read/classFacts.ts';
import type { ModelReader } from '../../../code/python/read/modelReader.ts';
import { nameOfExpression } from '../../../code/python/read/nameOf.ts';
import type { Outline } from '../../../code/python/read/outline.ts';
import type { PythonReading } from '../../../code/python/read/readPython.ts';
import type { ScopedNode } from '../../../code/python/read/scopes.ts';
import { argumentsOf, assignmentOf, childOf, itemsOf, type PyNode, unwrap } from '../../../code/python/read/syntax.ts';
import { dictAt } from '../../../code/python/schemaFacts.ts';
import { isPyDict, type PyValue } from '../../../core/pyValue.ts';
import type { OpenKey } from '../../../parsers/interchange.ts';
import { nodesOf, signatureAt, withTrajectory } from './deriveSignature.ts';
import { dspyModules, fallbackKey, otherModules } from './dspyFacts.ts';
import {
  dspyName,
  readSignatureCall,
  readSignatureClass,
  type SignatureKeys,
  signatureLine,
} from './readDspySignature.ts';
import { adapterAt, adaptersIn } from './setAdapters.ts';

/** Modules and signatures of DSPy. */
export const dspyPython: PythonReading = {
  traces: /\bdspy\b/,
  isInSources: true,
  readClasses: (outline, models, isMeant) => ({ found: readDspy(outline, models, isMeant) }),
};

/** A definition that a module or a signature of DSPy's gives. */
export interface ReadDspy {
  readonly name: string;
  readonly type: string;
  readonly config: ReadonlyMap<string, PyValue>;
  readonly node: PyNode;
  readonly open?: OpenKey;
  readonly parts: ReadonlyMap<string, readonly PyNode[]>;
  readonly lacks?: string;
  /** The attribute of what its node makes that asks with it, where that holds several. */
  readonly member?: string;
}

/**
 * The definitions of DSPy's modules (`Predict`, `ChainOfThought`), and of signatures that none of these is made with: classes,
 * and calls of `dspy.Signature`. The adapter is the one that the text configures. Linear.
 */
function readDspy(outline: Outline, models: ModelReader, isMeant: (place: ScopedNode) => boolean): readonly ReadDspy[] {
  const adapters = adaptersIn(outline, models);
  const used = new Set<number>();
  const found: ReadDspy[] = [];
  const add = (
    name: string,
    keys: SignatureKeys | undefined,
    node: PyNode,
    signature: readonly PyNode[],
    demos?: PyNode,
    member?: string,
  ) => {
    if (!keys) return;
    const { isAlone, unread, ...adapter } = adapterAt(node, adapters);
    reportDataClasses(keys, adapter.type, outline, models);
    const config = isAlone ? new Map<string, PyValue>([...keys, [fallbackKey, false]]) : keys;
    const parts = new Map([
      ['signature', signature],
      ...(demos ? [['demos', [demos]] as const] : []),
      ...(unread.length > 0 ? [['adapter', unread] as const] : []),
    ]);
    found.push({ name: nameWith(name, member), config, node, parts, ...adapter, ...(member && { member }) });
  };
  const addUnread = (name: string, node: PyNode, signature: PyNode, member?: string) => {
    const { type } = adapterAt(node, adapters);
    found.push({
      name: nameWith(name, member),
      type,
      config: new Map(),
      node,
      parts: new Map([['signature', [signature]]]),
      lacks: 'signature',
      ...(member && { member }),
    });
  };
  for (const place of outline.calls.filter(isMeant)) {
    const maker = dspyName(place.node.firstChild, place.scope, models) ?? '';
    const module = dspyModules.get(maker);
    if (!module && !otherModules.has(maker)) continue;
    const { argument, others } = signatureArgument(place, models);
    const signature = argument && signatureAt({ node: argument.value, scope: place.scope }, models);
    if (!module) {
      const name = nameOfExpression(place.node, models.evaluator) ?? toSnakeCase(signature?.name ?? maker);
      for (const { from } of signature?.nodes ?? []) used.add(from);
      models.evaluator.report(place.node, `\`${maker}\` asks its model in words of its own beside its signature.`);
      const own = maker === 'ReAct' && signature ? extractedKeys(signature.keys()) : undefined;
      addUnread(name, place.node, place.node, own && 'react');
      add(name, own, place.node, signature?.nodes ?? [], undefined, 'extract');
      continue;
    }
    for (const { value, name, spread } of others)
      models.evaluator.report(
        value,
        `\`${spread ?? name ?? 'This'}\` is not taken over: a definition has no key for it.`,
      );
    const name = nameOfExpression(place.node, models.evaluator) ?? toSnakeCase(signature?.name ?? maker);
    const own = signature?.keys();
    if (!signature || !own) {
      const node = argument?.value ?? place.node;
      if (!signature) models.evaluator.report(node, `The signature of this \`${maker}\` cannot be read here.`);
      addUnread(name, place.node, node);
      continue;
    }
    for (const { from } of signature.nodes) used.add(from);
    const demos = demosAfter(place, models);
    const keys = new Map<string, PyValue>([
      ...own,
      ...(module.isReasoned ? [['chain_of_thought', true] as const] : []),
      ...(demos ? [['demos', demos.values] as const] : []),
    ]);
    add(name, keys, place.node, signature.nodes, demos?.node);
  }
  const classes = outline.classes.flatMap(place => {
    const line = signatureLine(place, models);
    return line ? [{ place, line }] : [];
  });
  const bases = new Set(classes.flatMap(({ line }) => line.slice(0, -1).map(({ node }) => node.from)));
  for (const { place, line } of classes)
    if (isMeant(place) && !used.has(place.node.from) && !bases.has(place.node.from))
      add(classNameOf(place.node, models.evaluator), readSignatureClass(line, models), place.node, nodesOf(line));
  for (const place of outline.calls.filter(isMeant)) {
    const { node } = place;
    if (used.has(node.from) || dspyName(node.firstChild, place.scope, models) !== 'Signature') continue;
    add(nameOfExpression(node, models.evaluator) ?? 'signature', readSignatureCall(place, models), node, [node]);
  }
  return found;
}

function nameWith(name: string, member: string | undefined): string {
  return member === undefined ? name : `${name}_${member}`;
}

/** What `ReAct` reads its answer off with when it has used its tools: a `ChainOfThought`, whose signature has the steps as its last input. */
function extractedKeys(keys: SignatureKeys | undefined): SignatureKeys | undefined {
  return keys && new Map<string, PyValue>([...withTrajectory(keys), ['chain_of_thought', true]]);
}

/** Adapters that write models otherwise than other classes with fields, of which a schema does not tell them apart. */
const modelAdapters = new Set(['BAMLAdapter', 'XMLAdapter']);

/** Dataclasses and typed dicts among the types of a signature, where the adapter writes them in its own way. */
function reportDataClasses(keys: SignatureKeys, adapter: string, outline: Outline, models: ModelReader): void {
  if (!modelAdapters.has(adapter)) return;
  const types = dictAt(keys, 'types');
  const names = new Set([
    ...types.keys(),
    ...[...types.values()].flatMap(each => (isPyDict(each) ? [...dictAt(each, '$defs').keys()] : [])),
  ]);
  for (const place of names.size > 0 ? outline.classes : []) {
    const line = models.line(place);
    const kind = line && line.kind !== 'enum' ? dataKindOf(line) : undefined;
    if (kind && names.has(models.keyOf(place)))
      models.evaluator.report(
        place.node,
        `\`${adapter}\` writes a ${kind === 'dataclass' ? kind : 'typed dict'} in another way than a model, and a schema does not tell which it is.`,
      );
  }
}

/** The argument of a module that is its signature, and the others. */
function signatureArgument({ node }: ScopedNode, { evaluator }: ModelReader) {
  const args = argumentsOf(childOf(node, 'ArgList'), evaluator.text);
  const argument = args.find(
    ({ name, spread }, i) => !spread && (name === 'signature' || (i === 0 && name === undefined)),
  );
  return { argument, others: args.filter(arg => arg !== argument) };
}

/** The demos that the statement after a module’s own gives it: dicts, or calls of `dspy.Example`. */
function demosAfter(
  { node, scope }: ScopedNode,
  models: ModelReader,
): { readonly node: PyNode; readonly values: readonly PyValue[] } | undefined {
  const { evaluator } = models;
  const statement = node.parent?.name === 'AssignStatement' ? node.parent : undefined;
  const [target] = statement ? assignmentOf(statement).targets : [];
  const next = statement?.nextSibling?.name === 'AssignStatement' ? assignmentOf(statement.nextSibling) : undefined;
  const [set] = next?.targets ?? [];
  if (!target || !set || !next?.value) return undefined;
  const names = ['.demos', '.predict.demos'].map(end => evaluator.textOf(target) + end);
  if (!names.includes(evaluator.textOf(set))) return undefined;
  const list = unwrap(next.value);
  const values = itemsOf(list).flatMap(item => {
    const value = exampleOf(item, scope, models);
    return value === undefined ? [] : [value];
  });
  return { node: list, values };
}

/** `dspy.Example(question="…").with_inputs("question")`, or a dict. */
function exampleOf(item: PyNode, scope: ScopedNode['scope'], models: ModelReader): PyValue | undefined {
  const callee = item.name === 'CallExpression' ? item.firstChild : undefined;
  const method = callee?.name === 'MemberExpression' ? childOf(callee, 'PropertyName') : undefined;
  if (method && callee?.firstChild && models.evaluator.textOf(method) === 'with_inputs')
    return exampleOf(callee.firstChild, scope, models);
  if (dspyName(callee, scope, models) !== 'Example') return models.evaluator.value(item, scope);
  return models.evaluator.keywords(argumentsOf(childOf(item, 'ArgList'), models.evaluator.text), scope);
}
