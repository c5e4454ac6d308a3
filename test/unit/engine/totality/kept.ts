const define = (type: string, rest: object): string => JSON.stringify({ type, ...rest });
const js = { runtime: 'js' };
const object = (properties: unknown) => ({ content_schema: { type: 'object', properties, required: ['a'] } });
const chains = ['a', '.b', '+1', ' and a', '()', '|e', '[0]', ' if a'].map(link => `{{ a${link.repeat(9000)} }}`);

/** Definitions that once made some function throw. */
export const kept: readonly string[] = [
  ...[null, '', 'int', [], 5, { anyOf: null }, { type: 'array', items: null }, { allOf: [] }, { enum: [] }].flatMap(
    part => [
      define('StructuredOutputParser', { ...js, ...object({ a: part }) }),
      define('JsonMarkdownStructuredOutputParser', { ...js, ...object({ a: part }) }),
      define('StructuredOutputParser', { ...js, zod: 3, ...object({ a: { anyOf: [part, { type: 'null' }] } }) }),
      define('StandardSchemaOutputParser', { ...js, ...object({ a: { oneOf: [part, part] } }) }),
    ],
  ),
  ...['(', [], 5, null].map(part => define('JsonMarkdownStructuredOutputParser', { ...js, ...object(part) })),
  '{"type":"StructuredOutputParser","runtime":"js","content_schema":{"type":"object","properties":{"a":-1e-320}}}',
  '{"type":"StructuredOutputParser","runtime":"js","names_and_descriptions":{"a":123456789012345678901234567890}}',
  '{"type":"StructuredOutputParser","runtime":"js","content_schema":{"type":"object","properties":{"a":{"type":"number","minimum":123456789012345678901234567890}}}}',
  define('JsonMarkdownStructuredOutputParser', {
    ...js,
    interpolationDepth: 2 ** 31,
    ...object({ a: { type: 'string' } }),
  }),
  define('RegexTaggedContentParser', { required_keys: ['(a+)+$\u202e', '('] }),
  define('xml_function_calling', { commands: 5 }),
  define('MultiTaggedContentParser', { tagged_contents: 'a' }),
  define('AgentOutput', { mode: 'validated', allowed_kinds: [] }),
  ...chains.flatMap(template => [
    define('thought_action', { error_message: template }),
    define('mini_swe_agent', { model: { format_error_template: template, observation_template: template } }),
  ]),
  define('mini_swe_agent', {
    agent: { system_template: `{{ ${'('.repeat(9000)}`, instance_template: '{% if a %}'.repeat(9000) },
  }),
];
