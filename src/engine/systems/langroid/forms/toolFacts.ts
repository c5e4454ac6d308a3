import { fieldTitle } from '../../../code/python/docstring.ts';
import type { ModelBase, ModelField } from '../../../code/python/read/classFacts.ts';
import type { ModelReader } from '../../../code/python/read/modelReader.ts';
import type { ScopedNode } from '../../../code/python/read/scopes.ts';
import { dictAt, listAt } from '../../../code/python/schemaFacts.ts';
import { dict, isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { inheritedFields, readTool, type ToolKind } from '../tool.ts';

/** Methods of a tool's class. */
export const toolMethods: ReadonlySet<string> = new Set(
  'name examples usage_examples to_json dict_example get_value_of_type default_value instructions langroid_tools_instructions format_instructions group_format_instructions llm_function_schema simple_schema format_example require_recipient extract_field_values parse find_candidates find_verbatim_fields'.split(
    ' ',
  ),
);

/** The fields that every tool has. */
const fields: ReadonlyMap<string, ModelField> = new Map(
  [textField('request'), textField('purpose'), textField('id', '')].map(field => [field.key, field]),
);

function textField(key: string, byDefault?: string): ModelField {
  const head: readonly (readonly [string, PyValue])[] = byDefault === undefined ? [] : [['default', byDefault]];
  const schema = new Map<string, PyValue>([...head, ['title', fieldTitle(key)], ['type', 'string']]);
  return { key, schema, isRequired: byDefault === undefined };
}

/** What tools are as models of Pydantic's. */
const base = {
  fields,
  config: dict({ extra: 'allow', json_schema_extra: dict({ exclude: ['purpose', 'id'] }) }),
  methods: toolMethods,
};

/** The classes that tools derive from. */
export const toolBases: readonly (ModelBase & { readonly name: ToolKind })[] = [
  { name: 'ToolMessage', ...base },
  { name: 'XMLToolMessage', ...base },
];

/** Which kind of tool a class is; `undefined`: it is none. */
export function toolKindOf(place: ScopedNode, models: ModelReader): ToolKind | undefined {
  const own = models.line(place)?.base;
  return toolBases.find(each => each === own)?.name;
}

/** Where Langroid's classes are. */
export const langroidModules: Readonly<Record<string, string>> = {
  ToolMessage: 'langroid.agent.tool_message',
  XMLToolMessage: 'langroid.agent.xml_tool_message',
  ChatAgent: 'langroid.agent.chat_agent',
  ChatAgentConfig: 'langroid.agent.chat_agent',
};

/** The settings of `ChatAgentConfig` that a definition has. */
export const agentSettings: readonly string[] = [
  'name',
  'system_message',
  'use_tools',
  'use_functions_api',
  'use_tools_api',
  'enable_orchestration_tool_handling',
  'search_for_tools_everywhere',
  'recognize_recipient_in_content',
  'allow_multiple_tools',
  'handle_llm_no_tool',
  'context_overflow_strategy',
  'parsing',
  'thought_delimiters',
];

/** The parameters of `ChatAgent.enable_message`, in order. */
export const enableParameters: readonly string[] = [
  'message_class',
  'use',
  'handle',
  'force',
  'require_recipient',
  'include_defaults',
];

/** Attributes of a tool class that change what Langroid does, and that no key of a definition says. */
export const untakenAttributes: readonly string[] = ['_strict', '_handler'];

/** Keys of a tool that a class attribute says, with its name. */
export const tokenAttributes = {
  max_result_tokens: '_max_result_tokens',
  max_retained_tokens: '_max_retained_tokens',
} as const;

/** Keys of a tool that a class method returns, with its name and parameters. */
export const textMethods = {
  instructions: ['instructions', 'cls'],
  format_instructions: ['format_instructions', 'cls, tool: bool = False'],
  root_element: ['_get_root_element', 'cls'],
} as const;

/** A schema of a tool's own fields: without those of every tool, and what their base class says. */
export function ownFields(schema: PyDict): PyDict {
  const isInherited = (key: PyValue) => inheritedFields.some(name => name === key);
  const properties = [...dictAt(schema, 'properties')].filter(([key]) => !isInherited(key));
  const required = listAt(schema, 'required').filter(key => !isInherited(key));
  const own = new Map([...schema].filter(([key]) => !['additionalProperties', 'exclude', 'required'].includes(key)));
  own.set('properties', new Map(properties));
  return required.length > 0 ? own.set('required', required) : own;
}

/** A schema without the titles that Pydantic gives by itself and Langroid tells no model: those beside a `type`. */
export function withoutTitles(schema: PyDict): PyDict {
  const definitions = dictAt(schema, '$defs');
  const plain = new Map(schema);
  plain.set('properties', untitled(dictAt(schema, 'properties')));
  if (definitions.size > 0)
    plain.set(
      '$defs',
      new Map(
        [...definitions].map(([key, each]) => [
          key,
          isPyDict(each) && each.has('properties')
            ? new Map([...each, ['properties', untitled(dictAt(each, 'properties'))]])
            : each,
        ]),
      ),
    );
  return plain;
}

function untitled(properties: PyDict): PyDict {
  const isAutomatic = (key: string, field: PyDict) => field.has('type') && field.get('title') === fieldTitle(key);
  return new Map(
    [...properties].map(([key, field]) => [
      key,
      isPyDict(field) && isAutomatic(key, field) ? new Map([...field].filter(([name]) => name !== 'title')) : field,
    ]),
  );
}

/** A definition's keys in one of several forms that mean the same, each part of a tool or of the agent under its own path. */
export function normalizeTools(config: PyDict): PyDict {
  const kind: ToolKind = config.get('type') === 'XMLToolMessage' ? 'XMLToolMessage' : 'ToolMessage';
  const flat = new Map<string, PyValue>();
  for (const [key, value] of config) {
    if (key === 'agent' && isPyDict(value)) for (const [name, item] of value) flat.set(`agent.${name}`, item);
    else if (key === 'tools' && isPyList(value)) {
      for (const [i, tool] of value.entries())
        if (isPyDict(tool)) for (const [name, item] of normalTool(tool, kind)) flat.set(`tools.${i}.${name}`, item);
    } else if (key !== 'type') flat.set(key, value);
  }
  return flat;
}

function normalTool(tool: PyDict, kind: ToolKind): PyDict {
  const read = readTool(tool, kind);
  const title = dictAt(tool, 'schema').get('title');
  const own = new Map(tool);
  for (const [key, standard] of [
    ['use', true],
    ['handle', true],
    ['require_recipient', false],
    ['class', undefined],
  ] as const)
    if (own.get(key) === standard) own.delete(key);
  own.set('kind', read.kind);
  own.set('request', read.name);
  own.set('purpose', read.purpose);
  if (typeof title === 'string') own.set('title', title);
  own.set('schema', withoutTitles(new Map([...read.schema].filter(([key]) => key !== 'title'))));
  if (tool.has('examples'))
    own.set(
      'examples',
      read.examples.map(({ thought, value }) => (thought === undefined ? value : [thought, value])),
    );
  return own;
}
