/** Which AgentScope the parsers are of, one line for hovers. */
export const release =
  'As in AgentScope 0.1.6: AgentScope 1 has no parsers, so the `agentscope_version` of conversations says nothing about them.';
