import { fieldTitle } from '../../../code/python/docstring.ts';
import type { ModelBase, ModelField } from '../../../code/python/read/classFacts.ts';
import type { ModelReader } from '../../../code/python/read/modelReader.ts';
import type { ScopedNode } from '../../../code/python/read/scopes.ts';
import type { PyValue } from '../../../core/pyValue.ts';
import { dict } from '../../../core/pyValue.ts';
import type { ToolKind } from '../tool.ts';

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
