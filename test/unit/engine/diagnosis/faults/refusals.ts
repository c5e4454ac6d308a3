/** A fault of which no repair is given, or one that is wrong and said to be doubtful, with the reason. */
export interface Refusal {
  readonly fault: string;
  readonly why: string;
  readonly answers: readonly string[];
}

const xmlOutput = ['XMLOutputParser, python', 'XMLOutputParser without tags, python'];

/** All that is refused on purpose. */
export const refusals: readonly Refusal[] = [
  ...['cut at three quarters', 'json: cut in a string'].map(fault => ({
    fault,
    why: 'the agent closes what is cut itself, and refuses what then lacks a required key: no edit of ours says more',
    answers: ['structured_output'],
  })),
  {
    fault: 'tags: other brackets',
    why: 'brackets of another kind are common in prose and code, and no recorded model writes its tags so',
    answers: [
      'MultiTaggedContentParser',
      'MultiTaggedContentParser, angle brackets',
      'RegexTaggedContentParser',
      'xml_function_calling',
      'xml_thought_action',
      'mini_swe_agent, a pattern of its own',
      'XMLToolMessage',
      ...xmlOutput,
      'XMLOutputParser, js',
      'XMLOutputParser without tags, js',
      'XMLAgentOutputParser',
      'XMLAgentOutputParser, the answer',
      'XMLAgentOutputParser, python',
    ],
  },
  {
    fault: 'tags: capitals',
    why: 'names that the definition does not show have no other letters to go back to',
    answers: ['RegexTaggedContentParser', 'xml_function_calling'],
  },
  {
    fault: 'tags: first letter',
    why: 'so with one letter',
    answers: ['RegexTaggedContentParser'],
  },
  {
    fault: 'tags: first begin missing',
    why: 'the name of what is called is gone, or where the answer begins',
    answers: ['xml_function_calling', 'XMLAgentOutputParser, the answer'],
  },
  {
    fault: 'tags: all ends missing',
    why: 'without ends and without a schema nothing says what stands in what',
    answers: xmlOutput,
  },
  { fault: 'tags: begin for end', why: 'so with beginnings in place of ends', answers: xmlOutput },
  {
    fault: 'json: cut in a string',
    why: 'what is required is gone',
    answers: [
      'ProviderStrategy, python',
      'ProviderStrategy, js',
      'ToolMessage',
      'PydanticOutputParser',
      'JsonMarkdownStructuredOutputParser',
      'StandardSchemaOutputParser',
      'PydanticToolsParser',
      'PydanticOutputFunctionsParser',
      'PydanticAttrOutputFunctionsParser',
    ],
  },
  {
    fault: 'cut at three quarters',
    why: 'what is required is gone',
    answers: [
      'ProviderStrategy, python',
      'ProviderStrategy, js',
      'json',
      'ToolMessage',
      'PydanticOutputParser',
      'StructuredOutputParser',
      'StructuredOutputParser, python',
      'JsonMarkdownStructuredOutputParser',
      'StandardSchemaOutputParser',
      'CombiningOutputParser',
      'RouterOutputParser',
    ],
  },
  {
    fault: 'json: as a string',
    why: 'a string within prose is a quotation as likely as an answer',
    answers: ['CombiningOutputParser', 'CombiningOutputParser, python'],
  },
  {
    fault: 'prose before',
    why: 'an empty line separates the parts, so that prose in front is the first of them: which one is over nothing says',
    answers: ['CombiningOutputParser, python'],
  },
  {
    fault: 'json: first bracket missing',
    why: 'where the JSON begins in other text nothing says',
    answers: ['ToolMessage', 'CombiningOutputParser'],
  },
  { fault: 'token before', why: 'what stands around a bare command may belong to it', answers: ['action'] },
  ...['token before', 'token behind', 'end of the sequence behind', 'twice'].map(fault => ({
    fault,
    why: 'a format of the author’s own may have anything in it',
    answers: ['DatetimeOutputParser, python'],
  })),
  {
    fault: 'labels: no input',
    why: 'an input is not made up: it is empty, and told as missing',
    answers: ['ReActSingleInputOutputParser', 'ReActSingleInputOutputParser, python'],
  },
  {
    fault: 'twice',
    why: 'where the first list ends and the second begins nothing says',
    answers: ['CustomListOutputParser'],
  },
  {
    fault: 'twice',
    why: 'a tool and its input are two parts: which belong together nothing says',
    answers: ['XMLAgentOutputParser, python'],
  },
  {
    fault: 'a tab and blanks at line ends',
    why: 'what a pattern wants at the end of a line only the author knows',
    answers: ['RegexParser', 'RegexParser, python'],
  },
  { fault: 'list: blank lines', why: 'an item may be empty', answers: ['CustomListOutputParser'] },
  { fault: 'list: commas', why: 'an item may have commas in it', answers: ['CustomListOutputParser'] },
  {
    fault: 'json: a quote of the other kind',
    why: 'on one line the string may as well end at the next quote of its kind',
    answers: ['response_template'],
  },
];
