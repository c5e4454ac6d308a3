import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Edit } from '../../../core/span.ts';
import {
  CannotConvert,
  type ConversionInput,
  type ConversionPlan,
  type ConversionRule,
  type ReadResponse,
  refuseOwnInstruction,
} from '../../../parsers/conversion/conversionRule.ts';
import { refuseLosses, removeMember, uniqueMembers } from '../../../parsers/conversion/nodeEdits.ts';
import { sameValue } from '../../../parsers/conversion/sameValue.ts';
import { beginFence, endFence } from '../../../parsers/shared/jsonFence.ts';
import { jsonLoads, toJsonText } from '../../../python/index.ts';
import { outputTool } from '../structuredOutput.ts';

/** A JSON dictionary with a schema becomes AgentScope 2's structured output: the same schema, answered by a call of a tool. */
export const dictToStructured: ConversionRule = {
  from: 'MarkdownJsonDictParser',
  to: 'structured_output',
  plan,
  isSameValue: sameValue,
};

/** Options that say what goes where: structured output stands in one place alone. */
const splits = ['keys_to_content', 'keys_to_memory', 'keys_to_metadata'];

function plan({ text, definition }: ConversionInput): ConversionPlan {
  const { config } = definition.source;
  refuseOwnInstruction(config);
  const schema = config.get('content_schema');
  if (!isPyDict(schema)) throw new CannotConvert('Only a `content_schema` says what structured output has to be.');
  for (const key of splits)
    if (config.has(key))
      throw new CannotConvert(
        `\`${key}\` would be lost: AgentScope 2 puts the whole output into \`structured_output\`.`,
      );
  refuseKeysOutside(config.get('required_keys') ?? null, schema);
  const root = definition.source.nodeAt([])!;
  const members = uniqueMembers(root, 'the definition');
  const edits = ['content_hint', 'required_keys'].flatMap((key): Edit[] => {
    const member = members.get(key)?.value.parent;
    if (!member) return [];
    refuseLosses(text, member, `\`${key}\``);
    return removeMember(text, root, member);
  });
  return { edits, rewrite };
}

/** A required key is there in any case where the schema has it: Pydantic fills it in or refuses the answer. */
function refuseKeysOutside(required: PyValue, schema: PyDict): void {
  const properties = schema.get('properties');
  const members = isPyDict(properties) ? properties : new Map();
  const keys = typeof required === 'string' ? [required] : isPyList(required) ? required : [];
  for (const key of keys)
    if (typeof key !== 'string' || !members.has(key))
      throw new CannotConvert(`\`required_keys\` has \`${String(key)}\`, which the schema does not have.`);
}

/** The call's input, without keys that are filled in; with what is said beside it the message that has both. */
function rewrite({ text, value }: ReadResponse): string {
  const begin = text.indexOf(beginFence);
  const from = begin < 0 ? 0 : begin + beginFence.length;
  const end = text.indexOf(endFence, from);
  const said = begin < 0 ? '' : text.slice(0, begin) + (end < 0 ? '' : text.slice(end + endFence.length));
  const input = toJsonText(givenOf(value, text.slice(from, end < 0 ? text.length : end)), 0);
  if (said.trim() === '') return input;
  const fn = { name: outputTool, arguments: input };
  return JSON.stringify({
    role: 'assistant',
    content: said.trim(),
    tool_calls: [{ id: 'call_1', type: 'function', function: fn }],
  });
}

/** The keys of a value that the model gave itself. */
function givenOf(value: PyValue, json: string): PyValue {
  const read = jsonLoads(json);
  if (!read.ok || !isPyDict(read.value) || !isPyDict(value)) return value;
  const { value: keys } = read;
  return new Map([...value].filter(([key]) => keys.has(key)));
}
