/** AgentScope 2 as it is followed: the commit da00849f, which comes after tag 2.0.6 and still calls itself so. */
export const agentscope2Version = '2.0.6+';

/** The tag before that: some payloads of it are others. */
export const agentscope2Tag = '2.0.6';

/** Whether a version is that tag and nothing later; any other 2.0 is followed as `agentscope2Version`. */
export function isAgentScope2Tag(version: string | undefined): boolean {
  return version?.trim().replace(/^v/, '') === agentscope2Tag;
}
