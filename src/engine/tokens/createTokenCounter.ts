import { needRelease, readRelease } from '../core/agentscopeReleases.ts';
import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import { fromPlain } from '../core/pyValue.ts';
import { pyRepr } from '../python/index.ts';
import type { TokenCounter, TokenCounterSpec, TokenCounterType } from './counter.ts';
import { tokenCounterTypes } from './registry.ts';

/**
 * Makes a token counter from `token_counter` of a conversation, or from its short form `TYPE` or `TYPE:MODEL`. Nothing
 * is loaded before the first count. Relative paths in it start at `folder`, without one where the host's do. Throws
 * `EngineError` for a counter that does not exist, in this release or at all: one is never taken for another.
 */
export function createTokenCounter(spec: string | TokenCounterSpec, host: Host = {}, folder?: string): TokenCounter {
  const full = typeof spec === 'string' ? tokenCounterSpec(spec) : spec;
  const { agentscope_version: version, ...options } = full ?? {};
  const type = findType(options.type);
  const release = readRelease(version === undefined || version === null ? undefined : String(version));
  if (type.since !== undefined) needRelease(type.type, type.since, release);
  return type.create({ ...options, type: type.type }, host, release, folder);
}

/** The options that the short form `TYPE` or `TYPE:MODEL` stands for. Throws `EngineError` for a type that does not exist. */
export function tokenCounterSpec(spec: string): TokenCounterSpec {
  const [, type = spec, value] = /^(.*?):(.*)$/s.exec(spec) ?? [];
  if (value === undefined) return { type };
  const { mainKey } = findType(type);
  if (mainKey === undefined)
    throw new EngineError('TokenCounterError', `The token counter ${type} takes no model, as in \`${spec}\`.`);
  return { type, [mainKey]: value };
}

function findType(name: unknown): TokenCounterType {
  const type = tokenCounterTypes.find(candidate => candidate.type === name);
  if (type) return type;
  const choices = tokenCounterTypes.map(candidate => candidate.type).join(', ');
  const named = typeof name === 'string' ? name : pyRepr(fromPlain(name));
  throw new EngineError('TokenCounterError', `There is no token counter \`${named}\`. There are: ${choices}.`);
}

/** The token counter that counts where nobody names one: that of OpenAI's models since GPT-4o. */
export const usualCounter = 'o200k_base';
