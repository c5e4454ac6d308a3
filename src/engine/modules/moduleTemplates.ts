/** A Python module to start from, for a definition of type `custom`: it reads `key: value` lines. */
export const customPythonTemplate = `"""A parser for a definition like { "type": "custom", "module": "parser.py" }.

With "parser" a definition names an object, a class or a function of a module: a parser of LangChain or AgentScope, a
Pydantic model, anything with \`parse\`. Without it the module's own functions are used, as here.
"""

import re


class MissingLineError(ValueError):
    """What is raised is shown at the response; \`feedback\` is what the model would be told."""

    feedback = 'Your answer has no line "speak: …". Answer again.'


def format_instruction(definition):
    """The format instruction. It may also be a plain text. \`definition\` has all keys, also those of your own."""
    return 'Answer in lines of the form "key: value", with the keys thought and speak.'


def parse(text, definition, context):
    """Reads a response. It may be async. \`context.field\` says where a part of the value stands."""
    value = {}
    for match in re.finditer(r"^(\\w+): *(.*)$", text, re.MULTILINE):
        key, content = match.groups()
        value[key] = content
        context.field(key, *match.span(2))
    if not value.get("speak"):
        raise MissingLineError('The answer has no line "speak: …".')
    return value
`;

/** A module to start from, for a definition of type `custom`: it reads `key: value` lines. */
export const customParserTemplate = `// A parser for a definition like { "type": "custom", "module": "parser.mjs" }.
// Its types are CustomParserModule of the npm package parserlens, see parserlens/dist/engine.d.ts.

/**
 * The format instruction. It may also be a plain string.
 * @param {{ [key: string]: unknown }} definition the definition with all its keys, also those of your own
 * @returns {string}
 */
export function formatInstruction(definition) {
  return 'Answer in lines of the form "key: value", with the keys thought and speak.';
}

/**
 * Reads a response. It may be async. What it throws is shown at the response; the error may have
 * feedback (what the model would be told) and span ({ start, end } in the text).
 * @param {string} text
 * @param {{ [key: string]: unknown }} definition
 * @param {{ field(key: string, start: number, end: number): void }} context says where a part of the value stands
 * @returns {unknown} data as JSON has it
 */
export function parse(text, definition, context) {
  const value = {};
  for (const match of text.matchAll(/^(\\w+): *(.*)$/gm)) {
    const [line, key, content] = match;
    const end = match.index + line.length;
    value[key] = content;
    context.field(key, end - content.length, end);
  }
  if (!value.speak) {
    throw Object.assign(new Error('The answer has no line "speak: …".'), {
      name: 'MissingLineError',
      feedback: 'Your answer has no line "speak: …". Answer again.',
    });
  }
  return value;
}
`;

/** A module to start from, for a conversation whose formatter is `custom`: chat messages with the speakers' names. */
export const customFormatterTemplate = `// A formatter for a conversation with "formatter": "custom" and "module": "formatter.mjs".
// Its types are CustomFormatterModule of the npm package parserlens, see parserlens/dist/engine.d.ts.
// A message is AgentScope's Msg: { id, name, role, content }, content a string or a list of blocks.
// Export only what you need. \`format(msgs)\` alone makes the whole payload, as a subclass of FormatterBase does; else messages
// are grouped for the hooks below, and one that is absent does what TruncatedFormatterBase does: the system message's
// text blocks, a NotImplementedError for the others.

/** A leading system message becomes one message of the payload. */
export function formatSystemMessage(msg) {
  return { role: 'system', content: textOf(msg) };
}

/** Consecutive messages of which each holds a tool call or a result. */
export function formatToolSequence(msgs) {
  return msgs.flatMap(({ content }) =>
    content.flatMap(block => {
      if (block.type === 'tool_use') {
        const call = { name: block.name, arguments: JSON.stringify(block.input) };
        return [{ role: 'assistant', content: null, tool_calls: [{ id: block.id, type: 'function', function: call }] }];
      }
      if (block.type === 'tool_result') return [{ role: 'tool', tool_call_id: block.id, content: JSON.stringify(block.output) }];
      return [];
    }),
  );
}

/** Consecutive messages without either. isFirst is true for the first such run. */
export function formatAgentMessage(msgs, isFirst) {
  const history = msgs.map(msg => \`\${msg.name}: \${textOf(msg)}\`).join('\\n');
  return [{ role: 'user', content: isFirst ? \`The conversation so far:\\n\${history}\` : history }];
}

// Without them messages are grouped as AgentScope does it, and the conversation's token counter counts.
// export function groupMessages(msgs) {
//   return [{ kind: 'agent_message', msgs }];
// }
// export function count(payload) {
//   return JSON.stringify(payload).length;
// }

// Without it the oldest messages are dropped, calls together with their results.
// export function truncate(msgs) {
//   return msgs.filter((msg, i) => i !== 1);
// }

function textOf({ content }) {
  if (typeof content === 'string') return content;
  return content.filter(({ type }) => type === 'text').map(({ text }) => text).join('\\n');
}
`;
