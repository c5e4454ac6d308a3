/** The prompt that every MultiAgent class puts in front of the first history. */
export const defaultHistoryPrompt =
  '# Conversation History\nThe content between <history></history> tags contains your conversation history\n';
