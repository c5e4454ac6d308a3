/** What an author wants of a model, in the order in which pickers show it, with the words for it. */
export const wants = {
  json: 'JSON',
  tags: 'Tags',
  code: 'Code',
  command: 'A command',
  'tool-calls': 'Tool calls',
  list: 'A list or a single value',
  dialogue: 'A line of dialogue',
  own: 'A format of your own',
} as const;

/** One of `wants`. */
export type Want = keyof typeof wants;
