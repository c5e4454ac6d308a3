// A formatter of one's own: the conversation as a transcript. Grouping and the loop that drops messages are AgentScope's.

export function formatSystemMessage({ content }) {
  return { role: 'system', content: textOf(content) };
}

export function formatToolSequence(msgs) {
  const lines = msgs.flatMap(({ content }) =>
    content.map(block =>
      block.type === 'tool_use' ? `${block.name}(${JSON.stringify(block.input)})` : `${block.name} → ${textOf(block.output)}`,
    ),
  );
  return [{ role: 'user', content: `<tools>\n${lines.join('\n')}\n</tools>` }];
}

export function formatAgentMessage(msgs, isFirst) {
  const lines = msgs.map(({ name, content }) => `${name}: ${textOf(content)}`);
  return [{ role: 'user', content: `${isFirst ? 'The conversation so far.\n' : ''}<transcript>\n${lines.join('\n')}\n</transcript>` }];
}

function textOf(content) {
  if (typeof content === 'string') return content;
  return content.filter(({ type }) => type === 'text').map(({ text }) => text).join(' ');
}
