import { EngineError } from './errors.ts';

/** The releases of AgentScope 1 that have formatters, the oldest first. */
export const agentscopeReleases = [
  '1.0.0',
  '1.0.1',
  '1.0.2',
  '1.0.3',
  '1.0.4',
  '1.0.5',
  '1.0.6',
  '1.0.7',
  '1.0.8',
  '1.0.9',
  '1.0.10',
  '1.0.11',
  '1.0.12',
  '1.0.13',
  '1.0.14',
  '1.0.15',
  '1.0.16dev',
  '1.0.16',
  '1.0.17',
  '1.0.18',
  '1.0.19',
  '1.0.19.post1',
  '1.0.20',
  '1.0.21',
] as const;

/** A release of AgentScope, as its tags name it. */
export type AgentScopeRelease = (typeof agentscopeReleases)[number];

/** What a conversation that names no release is formatted as. */
export const newestRelease: AgentScopeRelease = '1.0.21';

/** A version that conversations can be for: a release of AgentScope 1, or what a system that formats them itself is called by, such as `2.0.6+`. */
export type AgentScopeVersion = AgentScopeRelease | (string & NonNullable<unknown>);

/** True for a version of AgentScope's second generation that is followed, such as `2.0.6+`, `2.0.6` or `v2.0.10`. */
export function isSecondGeneration(version: string | undefined): boolean {
  return version !== undefined && /^v?2\.0(\.\d+)?\+?$/.test(version.trim());
}

/** A way in which AgentScope behaves since a release. */
export interface ReleaseRule {
  readonly since: AgentScopeRelease;
  /** What is done since then, in one line for the user. */
  readonly summary: string;
}

/** A rule that made a difference to a payload, and whether the release follows it. */
export interface AppliedRule extends ReleaseRule {
  readonly followed: boolean;
}

/** The rules of one release. Remembers which of them were asked for: formatters ask only where a rule changes what comes out. */
export class ReleaseRules {
  readonly release: AgentScopeRelease;
  readonly #used = new Set<ReleaseRule>();

  constructor(release: AgentScopeRelease = newestRelease) {
    this.release = release;
  }

  /** True where the release follows a rule. */
  follows(rule: ReleaseRule): boolean {
    this.#used.add(rule);
    return isSince(this.release, rule.since);
  }

  /** The rules that were asked for, the oldest first. */
  applied(): readonly AppliedRule[] {
    return [...this.#used]
      .sort((a, b) => agentscopeReleases.indexOf(a.since) - agentscopeReleases.indexOf(b.since))
      .map(({ since, summary }) => ({ since, summary, followed: isSince(this.release, since) }));
  }
}

/** True for `since` and all later releases. */
export function isSince(release: AgentScopeRelease, since: AgentScopeRelease): boolean {
  return agentscopeReleases.indexOf(release) >= agentscopeReleases.indexOf(since);
}

/** The release that a text names; absent: the newest. Raises an `AgentScopeVersionError` of ours for any other text. */
export function readRelease(version: string | undefined): AgentScopeRelease {
  if (version === undefined) return newestRelease;
  const release = agentscopeReleases.find(each => each === version.trim().replace(/^v(?=\d)/, ''));
  if (release) return release;
  throw new EngineError('AgentScopeVersionError', unknownRelease(version));
}

/** What is said of a version without formatters here. */
function unknownRelease(version: string): string {
  const range = `The releases are ${agentscopeReleases[0]} to ${newestRelease}.`;
  if (/^v?2(\.|$)/.test(version.trim()))
    return `ParserLens does not know AgentScope ${version}: of version 2 it follows \`2.0.6+\`, as it is after tag 2.0.6. ${range}`;
  if (/^v?0(\.|$)/.test(version.trim()))
    return `AgentScope ${version} has no such formatters; of version 0 ParserLens has the parsers, those of 0.1.6. ${range}`;
  return `There is no release \`${version}\` of AgentScope that ParserLens knows. ${range}`;
}

/** Raises an `AgentScopeVersionError` of ours for something that came with a later release. */
export function needRelease(what: string, since: AgentScopeRelease, release: AgentScopeRelease): void {
  if (!isSince(release, since)) throw new EngineError('AgentScopeVersionError', tooOld(what, since, release));
}

/** What is said of something that came with a later release. */
export function tooOld(what: string, since: AgentScopeRelease, release: AgentScopeRelease): string {
  return `${what} came with AgentScope ${since}, and this conversation is for ${release}.`;
}
