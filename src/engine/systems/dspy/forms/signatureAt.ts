import { classNameOf } from '../../../code/python/read/classFacts.ts';
import type { ModelReader } from '../../../code/python/read/modelReader.ts';
import type { ScopedNode } from '../../../code/python/read/scopes.ts';
import { type PyNode, unwrap } from '../../../code/python/read/syntax.ts';
import { deriveSignature, derivingCall } from './deriveSignature.ts';
import {
  dspyName,
  readSignatureCall,
  readSignatureClass,
  readSignatureText,
  type SignatureKeys,
  signatureLine,
} from './readDspySignature.ts';

/** A signature where a module is given it. */
export interface GivenSignature {
  /** What it is written in: classes, calls, a text; the nearest first. */
  readonly nodes: readonly PyNode[];
  /** The name of its class. */
  readonly name?: string;
  /** Reads it; `undefined`: it cannot be read, which is reported. */
  keys(): SignatureKeys | undefined;
}

/** Signatures of signatures are followed no further. */
const maxDerived = 50;

/** The signature that an expression is: a class, a call, a text, or what a method makes of one; `undefined`: none that is known. */
export function signatureAt(place: ScopedNode, models: ModelReader, depth = 0): GivenSignature | undefined {
  const named = models.evaluator.resolve(place.node, place.scope);
  if (named.kind === 'class') {
    const line = signatureLine(named, models);
    if (!line) return undefined;
    const name = classNameOf(named.node, models.evaluator);
    return { nodes: nodesOf(line), name, keys: () => readSignatureClass(line, models) };
  }
  if (named.kind !== 'value') {
    const what = named.kind === 'unknown' ? named.what : undefined;
    if (what !== undefined)
      models.evaluator.report(place.node, `This is ${what}; it is known only when the program runs.`);
    return undefined;
  }
  const inner = { node: unwrap(named.node), scope: named.scope };
  const deriving = depth < maxDerived ? derivingCall(inner.node, models) : undefined;
  if (deriving) {
    const base = signatureAt({ node: deriving.base, scope: inner.scope }, models, depth + 1);
    if (!base) return undefined;
    const keys = () => {
      const own = base.keys();
      return own && deriveSignature(own, deriving.method, inner, models);
    };
    return { ...base, nodes: [inner.node, ...base.nodes], keys };
  }
  const callee = inner.node.name === 'CallExpression' ? inner.node.firstChild : undefined;
  const isCall = dspyName(callee, inner.scope, models) === 'Signature';
  if (!isCall && !inner.node.name.endsWith('String')) return undefined;
  const read = isCall ? readSignatureCall : readSignatureText;
  return { nodes: [inner.node], keys: () => read(inner, models) };
}

/** The nodes of a line of classes, the class itself first. */
export function nodesOf(line: readonly ScopedNode[]): readonly PyNode[] {
  return line.map(({ node }) => node).toReversed();
}
