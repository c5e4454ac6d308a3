import { EngineError } from '../../../core/errors.ts';
import { isPyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Edit } from '../../../core/span.ts';
import { spanOfNode } from '../../../json/jsonSource.ts';
import {
  CannotConvert,
  type ConversionLoss,
  type ConversionPlan,
  type ConversionRule,
} from '../../../parsers/conversion/conversionRule.ts';
import { refuseLosses, removeMember, uniqueMembers } from '../../../parsers/conversion/nodeEdits.ts';
import { sameValue } from '../../../parsers/conversion/sameValue.ts';
import { toJsonText } from '../../../python/index.ts';
import { parseJsonOutput } from '../python/pythonJsonParser.ts';

/** Keys that say something which a strategy has no place for. */
const lost: Readonly<Record<string, string>> = {
  format_instruction: 'an agent sends no instruction, but binds the schema',
  retry_parser: 'an agent asks again by itself',
  names_and_descriptions: 'a strategy takes a schema',
  response_schemas: 'a strategy takes a schema',
};

/**
 * What LangChain 1 asks of its users: a parser with a schema becomes the structured output of an agent. The instruction is
 * no longer part of the prompt, and the model answers by a call, or in its provider's own way.
 */
export const strategyRules: readonly ConversionRule[] = ['PydanticOutputParser', 'StructuredOutputParser'].flatMap(
  from =>
    ['ToolStrategy', 'ProviderStrategy'].map(
      (to): ConversionRule => ({
        from,
        to,
        plan: input => plan(from, to, input),
        isSameValue: sameValue,
        hasOwnErrors: true,
        tellsSamples: true,
      }),
    ),
);

function plan(from: string, to: string, { text, definition }: Parameters<ConversionRule['plan']>[0]): ConversionPlan {
  const { config } = definition.source;
  for (const [key, why] of Object.entries(lost))
    if (config.has(key)) throw new CannotConvert(`\`${key}\` would be lost: ${why}.`);
  const root = definition.source.nodeAt([])!;
  const found = uniqueMembers(root, 'the definition');
  const schema = found.get('content_schema');
  if (!schema || !isPyDict(config.get('content_schema')))
    throw new CannotConvert('Only a `content_schema` says what the structured output has to be.');
  const isScript = from === 'StructuredOutputParser';
  const className = config.get('class_name');
  const name = typeof className === 'string' ? className : undefined;
  const head = [
    ...(isScript && !config.has('runtime') ? ['"runtime": "js", '] : []),
    '"schema": { ',
    ...(name === undefined ? [] : [`"class_name": ${JSON.stringify(name)}, `]),
  ].join('');
  const at = spanOfNode(schema.key).start;
  const end = spanOfNode(schema.value).end;
  const edits: Edit[] = [
    { span: { start: at, end: at }, text: head },
    { span: { start: end, end }, text: ' }' },
  ];
  for (const key of ['class_name', 'package', 'zod', 'strict']) {
    const member = found.get(key)?.value.parent;
    if (!member) continue;
    refuseLosses(text, member, `\`${key}\``);
    edits.push(...removeMember(text, root, member));
  }
  const title = (config.get('content_schema') as ReadonlyMap<string, PyValue>).get('title');
  const tool = name !== undefined && !isScript ? name : typeof title === 'string' ? title : undefined;
  if (to === 'ToolStrategy' && tool === undefined)
    throw new CannotConvert('The schema has no `title`, so that the tool would have another name in every run.');
  const written = (value: PyValue) => (to === 'ToolStrategy' ? called(tool!, value) : toJsonText(value, 0));
  return {
    edits,
    losses: differences(to, isScript, tool ?? ''),
    rewrite: ({ value }) => written(value),
    rewriteRefused(response) {
      const value = jsonIn(response);
      return value === undefined ? undefined : written(value);
    },
  };
}

/** The JSON of a response that the parser refuses; `undefined`: it has none. */
function jsonIn(response: string): PyValue | undefined {
  try {
    return parseJsonOutput(response);
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

/** What changes for the model, and for the value. */
function differences(to: string, isScript: boolean, tool: string): readonly ConversionLoss[] {
  const changes =
    to === 'ToolStrategy'
      ? [
          `The model is told nothing in words: the tool \`${tool}\` is bound, and it answers by calling that.`,
          'Arguments that do not fit are told to the model, which is asked again: no error ends the run.',
          'An answer without a call is not an error: the run ends without a value, or the model is asked again with nothing said.',
        ]
      : [
          'The model is told nothing in words: the provider is given the schema as its response format.',
          'Only JSON alone is read: a fence, words around it or a comma too many are errors, which the parser read.',
        ];
  const script = [
    'No default of zod is filled in, and nothing is transformed.',
    'A member that the schema does not have is an error: the parser drops it.',
  ];
  return [...changes, ...(isScript ? script : [])].map(message => ({ message }));
}

/** The message with the call that gives a value. */
function called(name: string, value: PyValue): string {
  const fn = { name, arguments: toJsonText(value, 0) };
  return JSON.stringify({ content: '', tool_calls: [{ id: 'call_1', type: 'function', function: fn }] });
}
