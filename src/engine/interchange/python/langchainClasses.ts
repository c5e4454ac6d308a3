/** What an argument of a constructor of langchain-core's is. */
export type LangchainArgument = 'value' | 'model' | 'models' | 'modelOrModels';

/** The parameters of a class of langchain-core's output parsers, which are given by name, and the module that has it. */
export interface LangchainPythonClass {
  readonly module: string;
  readonly parameters: Readonly<Record<string, LangchainArgument>>;
  /** Parameters without a default. */
  readonly required?: readonly string[];
  /** The class that it is another name of. */
  readonly alias?: string;
}

const module = 'langchain_core.output_parsers';
const functions = 'langchain_core.output_parsers.openai_functions';
const toolCalls = { first_tool_only: 'value', return_id: 'value', strict: 'value' } as const;

/** langchain-core's classes by name. */
export const langchainPythonClasses: ReadonlyMap<string, LangchainPythonClass> = new Map<string, LangchainPythonClass>([
  ['JsonOutputParser', { module, parameters: { pydantic_object: 'model' } }],
  ['SimpleJsonOutputParser', { module, parameters: { pydantic_object: 'model' }, alias: 'JsonOutputParser' }],
  ['PydanticOutputParser', { module, parameters: { pydantic_object: 'model' }, required: ['pydantic_object'] }],
  ['CommaSeparatedListOutputParser', { module, parameters: {} }],
  ['NumberedListOutputParser', { module, parameters: { pattern: 'value' } }],
  ['MarkdownListOutputParser', { module, parameters: { pattern: 'value' } }],
  ['XMLOutputParser', { module, parameters: { tags: 'value', parser: 'value' } }],
  ['StrOutputParser', { module, parameters: {} }],
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
]);
