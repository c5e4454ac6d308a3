import { EngineError, type FormatResult, formattingFor, readRelease } from '../../engine/index.ts';
import type { Args } from '../command.ts';
import { UsageError } from '../io.ts';

/** The release of AgentScope that `--agentscope-version` names, `undefined` without it. Throws `UsageError` for one that is not known. */
export function readVersion(args: Args): string | undefined {
  const version = args.value('agentscope-version');
  if (version === undefined) return undefined;
  if (formattingFor(version)) return version;
  try {
    return readRelease(version);
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(`--agentscope-version: ${error.message}`);
    throw error;
  }
}

/** The release whose formatter raised, behind its error. */
export function releaseWords(result: FormatResult): string {
  const { agentscopeVersion } = result;
  const isTold = agentscopeVersion === undefined || result.ok || result.error.class === 'AgentScopeVersionError';
  return isTold ? '' : ` (AgentScope ${agentscopeVersion})`;
}
