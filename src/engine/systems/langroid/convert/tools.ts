import { EngineError } from '../../../core/errors.ts';
import { isPyDict, isPyList, type PyDict } from '../../../core/pyValue.ts';
import {
  CannotConvert,
  type ConversionInput,
  type ConversionPlan,
  type ConversionRule,
  type ReadResponse,
} from '../../../parsers/conversion/conversionRule.ts';
import { sameValue } from '../../../parsers/conversion/sameValue.ts';
import { formatExample } from '../formatExample.ts';
import { fieldType, withoutNone } from '../pythonTypes.ts';
import { inheritedFields, readTool, type Tool, type ToolKind } from '../tool.ts';

/** Tools in JSON are called in XML: only tools of plain fields, because XML tells lists, objects and kinds of values apart no more. */
export const jsonToolsToXml: ConversionRule = {
  from: 'ToolMessage',
  to: 'XMLToolMessage',
  plan: input => plan(input, 'XMLToolMessage', refuseForXml),
  isSameValue: sameValue,
};

/** Tools in XML are called in JSON. */
export const xmlToolsToJson: ConversionRule = {
  from: 'XMLToolMessage',
  to: 'ToolMessage',
  plan: input =>
    plan(input, 'ToolMessage', (tool, config) => {
      if (config.has('root_element'))
        throw new CannotConvert(`The tool \`${tool.name}\` has a \`root_element\`, which JSON has not.`);
    }),
  isSameValue: sameValue,
};

function plan(
  { definition }: ConversionInput,
  kind: ToolKind,
  refuse: (tool: Tool, config: PyDict) => void,
): ConversionPlan {
  const { config } = definition.source;
  if (config.get('format_instruction'))
    throw new CannotConvert('`format_instruction` describes the present form in your own words.');
  const list = config.get('tools') ?? [];
  const tools = new Map<string, Tool>();
  for (const item of isPyList(list) ? list : []) {
    // A tool that names its kind keeps it.
    if (!isPyDict(item) || item.has('kind')) continue;
    const tool = readTool(item, kind);
    for (const key of ['format_instructions', 'instructions'])
      if (item.get(key))
        throw new CannotConvert(`\`${key}\` of the tool \`${tool.name}\` may describe the present form.`);
    refuse(tool, item);
    tools.set(tool.name, tool);
  }
  if (tools.size === 0) throw new CannotConvert('No tool is of the type of the definition.');
  return { edits: [], rewrite: response => rewrite(response, tools) };
}

const xmlName = /^[A-Za-z][\w.-]*$/;

function refuseForXml({ name, schema, fields }: Tool): void {
  const properties = schema.get('properties');
  const required = schema.get('required') ?? [];
  const own = fields.filter(field => !(inheritedFields as readonly string[]).includes(field));
  for (const field of own) {
    const plain = isPyDict(properties) ? withoutNone(properties.get(field)) : undefined;
    const type = fieldType(schema, plain).name;
    if (!['str', 'int', 'float', 'bool'].includes(type) || !xmlName.test(field))
      throw new CannotConvert(
        `The field \`${field}\` of the tool \`${name}\` is not a plain value (${type}): XML may not give it back.`,
      );
  }
  if (!isPyList(required) || !own.some(field => required.includes(field)))
    throw new CannotConvert(`The tool \`${name}\` can be called without a field, which XML reads as a list.`);
}

/** Each call in the new form, in its place. */
function rewrite({ text, value, spans }: ReadResponse, tools: ReadonlyMap<string, Tool>): string {
  const calls = isPyList(value) ? value : [];
  if (calls.length !== spans.length) throw new CannotConvert('not all of its calls stand in the text');
  const parts: string[] = [];
  let done = 0;
  for (const [i, call] of calls.entries()) {
    const { start, end } = spans[i]!;
    if (start < done) throw new CannotConvert('its calls do not follow one another');
    const tool = isPyDict(call) ? tools.get(String(call.get('request'))) : undefined;
    const written = tool ? example(tool, call as PyDict) : text.slice(start, end);
    parts.push(text.slice(done, start), written);
    done = end;
  }
  return parts.join('') + text.slice(done);
}

function example(tool: Tool, call: PyDict): string {
  try {
    return formatExample(tool, call).trimEnd();
  } catch (error) {
    if (error instanceof EngineError) throw new CannotConvert(`a call of it cannot be written so: ${error.message}`);
    throw error;
  }
}
