import { parserParameters } from '../systems/agentscope/forms/parserClasses.ts';
import {
  langchainPythonClasses,
  langchainRetryParsers,
  langchainTypeOf,
} from '../systems/langchain/forms/langchainClasses.ts';
import { lastOf } from './classLines.ts';

/** What a call of a framework makes. */
export interface FrameworkCall {
  readonly kind: 'parser' | 'record';
  /** The path of the class. */
  readonly path: string;
  readonly factory?: string;
}

const records = new Set(['TaggedContent', 'ResponseSchema']);
const framework = /^(?:agentscope|langchain\w*)(?:\.|$)/;

/** Whether a dotted path is that of a parser's class. */
export function frameworkClass(path: string): boolean {
  if (/^agentscope\./.test(path)) return parserParameters.has(lastOf(path));
  return (
    /^langchain\w*\./.test(path) && (langchainTypeOf(path) !== undefined || langchainRetryParsers.has(lastOf(path)))
  );
}

/** What a call of something of another package makes; `undefined`: no parser, and nothing that one is made of. */
export function frameworkCall(path: string): FrameworkCall | undefined {
  if (!framework.test(path)) return undefined;
  if (records.has(lastOf(path))) return { kind: 'record', path: lastOf(path) };
  const method = lastOf(path);
  const owner = path.slice(0, -method.length - 1);
  if (method === '__init__' && frameworkClass(owner)) return { kind: 'parser', path: owner };
  const type = langchainTypeOf(owner);
  const factory = type === undefined ? undefined : langchainPythonClasses.get(type)?.factory;
  if (factory === method || (method === 'from_llm' && langchainRetryParsers.has(lastOf(owner))))
    return { kind: 'parser', path: owner, factory: method };
  return frameworkClass(path) ? { kind: 'parser', path } : undefined;
}
