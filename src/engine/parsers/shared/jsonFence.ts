/** What opens the JSON of a response; AgentScope looks for it as plain text. */
export const beginFence = '```json';

/** What closes it. */
export const endFence = '```';
