import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import type { ScriptClasses } from '../../../parsers/scriptParsers.ts';

/** LangChain.js's classes, and the keys of a definition that their constructors take as an object. */
export const langchainScriptClasses: ReadonlyMap<string, readonly string[]> = new Map([
  ['JsonOutputParser', []],
  ['StructuredOutputParser', []],
  ['JsonMarkdownStructuredOutputParser', []],
  ['StandardSchemaOutputParser', []],
  ['RouterOutputParser', ['defaultDestination']],
  ['CommaSeparatedListOutputParser', []],
  ['NumberedListOutputParser', []],
  ['MarkdownListOutputParser', []],
  ['CustomListOutputParser', ['length', 'separator']],
  ['XMLOutputParser', ['tags']],
  ['RegexParser', ['regex', 'outputKeys', 'defaultOutputKey']],
  ['CombiningOutputParser', []],
  ['DatetimeOutputParser', []],
  ['ReActSingleInputOutputParser', ['toolNames']],
  ['ZeroShotAgentOutputParser', ['finishToolName']],
  ['ChatAgentOutputParser', []],
  ['ChatConversationalAgentOutputParser', ['toolNames']],
  ['StructuredChatOutputParser', ['toolNames']],
  ['StructuredChatOutputParserWithRetries', ['toolNames']],
  ['XMLAgentOutputParser', []],
  ['JsonOutputToolsParser', ['returnId']],
  ['JsonOutputKeyToolsParser', ['keyName', 'returnSingle', 'returnId']],
  ['OutputFunctionsParser', ['argsOnly']],
  ['JsonOutputFunctionsParser', ['argsOnly']],
  ['JsonKeyOutputFunctionsParser', ['attrName']],
  ['StringOutputParser', []],
  ['ToolStrategy', ['handleError', 'toolMessageContent']],
  ['ProviderStrategy', ['strict']],
  ['AutoStrategy', ['model']],
]);

/** The types of the functions that make strategies, and of an agent, which has one. */
export const strategyFunctions: ReadonlyMap<string, string> = new Map([
  ['toolStrategy', 'ToolStrategy'],
  ['providerStrategy', 'ProviderStrategy'],
  ['createAgent', 'AutoStrategy'],
]);

/** Classes whose parsers are made of others. */
const combiningClasses: ReadonlySet<string> = new Set(['CombiningOutputParser']);

/** Classes that both packages have. */
const packagedClasses: ReadonlySet<string> = new Set(['StructuredOutputParser', 'JsonMarkdownStructuredOutputParser']);

/** The same as a part of a combination says them: classic's unless it says otherwise. */
export function innerConfig(config: PyDict): PyDict {
  const kept = [...config].filter(([key]) => key !== 'runtime' && key !== 'package');
  const isCore = packagedClasses.has(String(config.get('type'))) && !config.has('package');
  return new Map(isCore ? [...kept.slice(0, 1), ['package', 'core'], ...kept.slice(1)] : kept);
}

/** Type, runtime and package, as a definition says them. */
export function headOf({
  type,
  isClassic,
}: {
  readonly type: string;
  readonly isClassic: boolean;
}): ReadonlyMap<string, PyValue> {
  return new Map<string, PyValue>([
    ['type', type],
    ['runtime', 'js'],
    ...(isClassic && packagedClasses.has(type) ? [['package', 'classic'] as const] : []),
  ]);
}

/** The package that a module is of; `undefined`: none of LangChain's. */
export function sourceOf(specifier: string): string | undefined {
  if (!/^(?:@langchain\/(?:core|classic)|langchain)(?:\/|$)/.test(specifier)) return undefined;
  return specifier.startsWith('@langchain/core') ? 'core' : 'classic';
}

/** LangChain.js's parsers in sources. */
export const langchainScripts: ScriptClasses = {
  classes: langchainScriptClasses,
  // An agent has its strategy in its options, among much else.
  functions: new Map([...strategyFunctions].filter(([name]) => name !== 'createAgent')),
  sources: new Set(['core', 'classic']),
  packaged: packagedClasses,
  combining: combiningClasses,
  sourceOf,
  inner: innerConfig,
};
