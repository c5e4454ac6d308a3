import type { ClassByName, PythonClasses } from '../../../parsers/sourceClasses.ts';

const module = 'langchain_core.output_parsers';
const classic = 'langchain_classic.output_parsers';
const agents = 'langchain_classic.agents.output_parsers';
const agentModule = (name: string) => `langchain_classic.agents.${name}.output_parser`;
const instruction = { format_instructions: 'value' } as const;
const functions = 'langchain_core.output_parsers.openai_functions';
const strategies = 'langchain.agents.structured_output';
const strategy = { module: strategies, first: 'schema', required: ['schema'] } as const;
const toolCalls = { first_tool_only: 'value', return_id: 'value', strict: 'value' } as const;

/** The classes of langchain-core and langchain_classic, by the name of the type. */
export const langchainPythonClasses: ReadonlyMap<string, ClassByName> = new Map<string, ClassByName>([
  ['JsonOutputParser', { module, parameters: { pydantic_object: 'model' } }],
  ['SimpleJsonOutputParser', { module, parameters: { pydantic_object: 'model' }, alias: 'JsonOutputParser' }],
  ['PydanticOutputParser', { module, parameters: { pydantic_object: 'model' }, required: ['pydantic_object'] }],
  ['CommaSeparatedListOutputParser', { module, parameters: {} }],
  ['NumberedListOutputParser', { module, parameters: { pattern: 'pattern' } }],
  ['MarkdownListOutputParser', { module, parameters: { pattern: 'pattern' } }],
  ['XMLOutputParser', { module, parameters: { tags: 'value', parser: 'value' } }],
  ['StrOutputParser', { module, parameters: {} }],
  [
    'ToolStrategy',
    {
      ...strategy,
      parameters: { schema: 'strategySchema', tool_message_content: 'value', handle_errors: 'handling' },
    },
  ],
  ['ProviderStrategy', { ...strategy, parameters: { schema: 'strategySchema', strict: 'value' } }],
  ['AutoStrategy', { ...strategy, parameters: { schema: 'strategySchema' } }],
  ['JsonOutputToolsParser', { module, parameters: toolCalls }],
  ['JsonOutputKeyToolsParser', { module, parameters: { key_name: 'value', ...toolCalls }, required: ['key_name'] }],
  ['PydanticToolsParser', { module, parameters: { tools: 'models', first_tool_only: 'value' }, required: ['tools'] }],
  ['OutputFunctionsParser', { module: functions, parameters: { args_only: 'value' } }],
  ['JsonOutputFunctionsParser', { module: functions, parameters: { args_only: 'value', strict: 'value' } }],
  [
    'JsonKeyOutputFunctionsParser',
    { module: functions, parameters: { key_name: 'value', strict: 'value' }, required: ['key_name'] },
  ],
  [
    'PydanticOutputFunctionsParser',
    { module: functions, parameters: { pydantic_schema: 'modelOrModels' }, required: ['pydantic_schema'] },
  ],
  [
    'PydanticAttrOutputFunctionsParser',
    {
      module: functions,
      parameters: { pydantic_schema: 'modelOrModels', attr_name: 'value' },
      required: ['pydantic_schema', 'attr_name'],
    },
  ],
  [
    'StructuredOutputParser',
    {
      module: classic,
      factory: 'from_response_schemas',
      parameters: { response_schemas: 'responseSchemas' },
      required: ['response_schemas'],
      isNamed: true,
    },
  ],
  ['YamlOutputParser', { module: classic, parameters: { pydantic_object: 'model' }, required: ['pydantic_object'] }],
  [
    'RegexParser',
    {
      module: classic,
      parameters: { regex: 'pattern', output_keys: 'value', default_output_key: 'value' },
      required: ['regex', 'output_keys'],
      isNamed: true,
    },
  ],
  [
    'RegexDictParser',
    {
      module: classic,
      parameters: { regex_pattern: 'pattern', output_key_to_format: 'value', no_update_value: 'value' },
      required: ['output_key_to_format'],
    },
  ],
  ['EnumOutputParser', { module: classic, parameters: { enum: 'enum' }, required: ['enum'] }],
  ['BooleanOutputParser', { module: classic, parameters: { true_val: 'value', false_val: 'value' } }],
  ['DatetimeOutputParser', { module: classic, parameters: { format: 'value' }, isNamed: true }],
  [
    'CombiningOutputParser',
    { module: classic, parameters: { parsers: 'parsers' }, required: ['parsers'], isNamed: true },
  ],
  ['ReActSingleInputOutputParser', { module: agents, parameters: {}, isNamed: true }],
  ['ReActJsonSingleInputOutputParser', { module: agents, parameters: {} }],
  ['JSONAgentOutputParser', { module: agents, parameters: {} }],
  ['SelfAskOutputParser', { module: agents, parameters: { followups: 'value', finish_string: 'value' } }],
  ['XMLAgentOutputParser', { module: agents, parameters: { escape_format: 'value' }, isNamed: true }],
  ['MRKLOutputParser', { module: agentModule('mrkl'), parameters: instruction }],
  ['ChatOutputParser', { module: agentModule('chat'), parameters: instruction }],
  ['ReActOutputParser', { module: agentModule('react'), parameters: {} }],
  ['StructuredChatOutputParser', { module: agentModule('structured_chat'), parameters: instruction, isNamed: true }],
  [
    'ConversationalOutputParser',
    {
      module: agentModule('conversational'),
      name: 'ConvoOutputParser',
      parameters: { ai_prefix: 'value', ...instruction },
    },
  ],
  [
    'ConversationalChatOutputParser',
    { module: agentModule('conversational_chat'), name: 'ConvoOutputParser', parameters: instruction },
  ],
]);

/** The type of a class, by the dotted path that it is imported from; of two classes of one name the module tells. */
export function langchainTypeOf(path: string): string | undefined {
  const parts = path.split('.');
  const name = parts.at(-1) ?? '';
  if (name === 'ConvoOutputParser')
    return parts.includes('conversational_chat') ? 'ConversationalChatOutputParser' : 'ConversationalOutputParser';
  return langchainPythonClasses.has(name) ? name : undefined;
}

/** The parsers that wrap another one and ask a model again. */
export const langchainRetryParsers: ReadonlySet<string> = new Set([
  'OutputFixingParser',
  'RetryOutputParser',
  'RetryWithErrorOutputParser',
]);

/** LangChain's parsers in sources. */
export const langchainClasses: PythonClasses = {
  packages: /^langchain\w*(?:\.|$)/,
  byName: langchainPythonClasses,
  wrappers: langchainRetryParsers,
  records: { ResponseSchema: ['name', 'description', 'type'] },
  typeOf: langchainTypeOf,
  modulesOf(type) {
    const own = langchainPythonClasses.get(type)?.module;
    // An agent is made by a function, and holds its strategy.
    if (own === undefined || own.startsWith('langchain.agents')) return [];
    return own.startsWith('langchain_classic.') ? [own, own.replace('_classic', '')] : [own];
  },
};
