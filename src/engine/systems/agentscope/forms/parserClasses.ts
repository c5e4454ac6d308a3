/** The parameters of a class of AgentScope v0, in the order of its constructor. */
export interface ParserClass {
  readonly parameters: readonly string[];
  /** Whether positional arguments are its tags. */
  readonly positional?: true;
}

/** The parameters of AgentScope's `DictFilterMixin`, in their order. */
export const filterParameters: readonly string[] = ['keys_to_memory', 'keys_to_content', 'keys_to_metadata'];

/** AgentScope's parser classes by name. */
export const parserParameters: ReadonlyMap<string, ParserClass> = new Map([
  ['MarkdownCodeBlockParser', { parameters: ['language_name', 'content_hint'] }],
  ['MarkdownJsonObjectParser', { parameters: ['content_hint'] }],
  ['MarkdownJsonDictParser', { parameters: ['content_hint', 'required_keys', ...filterParameters] }],
  ['MultiTaggedContentParser', { parameters: ['keys_allow_missing', ...filterParameters], positional: true }],
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
