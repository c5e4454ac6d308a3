import type { ClassByPlace, PythonClasses } from '../../../parsers/sourceClasses.ts';

/** The parameters of AgentScope's `DictFilterMixin`, in their order. */
export const filterParameters: readonly string[] = ['keys_to_memory', 'keys_to_content', 'keys_to_metadata'];

/** AgentScope's parser classes by name. */
export const parserParameters: ReadonlyMap<string, ClassByPlace> = new Map<string, ClassByPlace>([
  ['MarkdownCodeBlockParser', { parameters: ['language_name', 'content_hint'] }],
  ['MarkdownJsonObjectParser', { parameters: ['content_hint'] }],
  [
    'MarkdownJsonDictParser',
    {
      parameters: ['content_hint', 'required_keys', ...filterParameters],
      models: { content_hint: 'content_schema' },
    },
  ],
  [
    'MultiTaggedContentParser',
    {
      parameters: ['keys_allow_missing', ...filterParameters],
      positional: { record: 'TaggedContent', key: 'tagged_contents' },
    },
  ],
  [
    'RegexTaggedContentParser',
    {
      parameters: [
        'tagged_content_pattern',
        'format_instruction',
        'try_parse_json',
        'required_keys',
        ...filterParameters,
      ],
    },
  ],
]);

/** The parameters of `TaggedContent`. */
export const taggedContentParameters: readonly string[] = [
  'name',
  'tag_begin',
  'content_hint',
  'tag_end',
  'parse_json',
];

/** Parameters that have no default, by class. */
export const requiredParameters: Readonly<Record<string, readonly string[]>> = {
  MarkdownCodeBlockParser: ['language_name'],
  TaggedContent: ['name', 'tag_begin', 'content_hint', 'tag_end'],
};

/** AgentScope's parsers in sources. */
export const agentscopeClasses: PythonClasses = {
  packages: /^agentscope(?:\.|$)/,
  byPlace: parserParameters,
  records: { TaggedContent: taggedContentParameters },
  typeOf(path) {
    const name = path.slice(path.lastIndexOf('.') + 1);
    return parserParameters.has(name) ? name : undefined;
  },
  modulesOf: type => (parserParameters.has(type) ? ['agentscope.parsers'] : []),
};
