import type { Node } from 'jsonc-parser';
import { isPyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Edit } from '../../../core/span.ts';
import { spanOfNode } from '../../../json/jsonSource.ts';
import type {
  ConversionInput,
  ConversionLoss,
  ConversionPlan,
  ConversionRule,
} from '../../../parsers/conversion/conversionRule.ts';
import { insertBehind, refuseLosses, removeMembers, uniqueMembers } from '../../../parsers/conversion/nodeEdits.ts';
import { samePlainValue } from '../../../parsers/conversion/sameValue.ts';
import { type LangchainRuntime, runtimeTitles } from '../langchainRuntime.ts';
import { strategyCounterparts } from '../structured/strategy.ts';
import { type StrategySchema, strategyRuntime, strategySchemas } from '../structured/strategyDefinition.ts';

/** The structured output of LangChain's agents in either runtime becomes that of the other. */
export const runtimeRules: readonly ConversionRule[] = ['ToolStrategy', 'ProviderStrategy', 'AutoStrategy'].flatMap(
  type =>
    (['python', 'js'] as const).map(
      (runtime): ConversionRule => ({
        from: type,
        to: type,
        runtime,
        applies: ({ source }) => strategyRuntime(source.config) !== runtime,
        plan: input => plan(input, runtime),
        isSameValue: samePlainValue,
        hasOwnErrors: true,
        tellsSamples: true,
      }),
    ),
);

function plan(input: ConversionInput, runtime: LangchainRuntime): ConversionPlan {
  const { text, definition } = input;
  const { source, type } = definition;
  const root = source.nodeAt([])!;
  const members = uniqueMembers(root, 'the definition');
  const named = members.get('runtime');
  const typeMember = members.get('type')!.value.parent!;
  const edits: Edit[] = [
    named
      ? { span: spanOfNode(named.value), text: JSON.stringify(runtime) }
      : insertBehind(text, typeMember, `"runtime": ${JSON.stringify(runtime)}`),
  ];
  const losses: ConversionLoss[] = [];
  const gone: Node[] = [];
  for (const [key, { key: renamed, differs, takes }] of Object.entries(strategyCounterparts)) {
    const member = members.get(key);
    if (!member || isKeyOf(key, runtime)) continue;
    if (takes(source.config.get(key) ?? null) && !members.has(renamed)) {
      edits.push({ span: spanOfNode(member.key), text: JSON.stringify(renamed) });
      losses.push({ key, message: `\`${key}\` is \`${renamed}\`. ${differs}` });
    } else {
      refuseLosses(text, member.value.parent!, `\`${key}\``);
      gone.push(member.value.parent!);
      losses.push({ key, message: `${runtimeTitles[runtime]} has nothing like this \`${key}\`: it goes. ${differs}` });
    }
  }
  edits.push(...removeMembers(text, root, gone));
  const schemas = strategySchemas(source);
  for (const schema of schemas) edits.push(...schemaEdits(input, schema, runtime));
  return { edits, losses: [...losses, ...differences(type, schemas, runtime).map(message => ({ message }))] };
}

/** Whether a key is one of that runtime's own: Python's are in snake case. */
function isKeyOf(key: string, runtime: LangchainRuntime): boolean {
  return key.includes('_') === (runtime === 'python');
}

/** A schema's kind in the other runtime; in JavaScript its title has to be the name that Python's class gives the tool. */
function schemaEdits(
  { definition: { source } }: ConversionInput,
  { path, name, schema }: StrategySchema,
  runtime: LangchainRuntime,
): readonly Edit[] {
  if (path.at(-1) !== 'content_schema') return [];
  const edits: Edit[] = [];
  const kind = source.nodeAt([...path.slice(0, -1), 'kind']);
  if (kind && kind.value !== 'json_schema')
    edits.push({ span: spanOfNode(kind), text: JSON.stringify(runtime === 'js' ? 'zod' : 'pydantic') });
  const className = source.nodeAt([...path.slice(0, -1), 'class_name']);
  if (!className || typeof className.value !== 'string') return edits;
  const title = source.nodeAt([...path, 'title']);
  if (runtime === 'js') {
    if (schema.get('title') === name) return edits;
    if (title) return [...edits, { span: spanOfNode(title), text: JSON.stringify(name) }];
    const first = source.nodeAt(path)!;
    const isEmpty = (first.children ?? []).length === 0;
    const start = first.offset + 1;
    return [...edits, { span: { start, end: start }, text: `"title": ${JSON.stringify(name)}${isEmpty ? '' : ', '}` }];
  }
  // In JavaScript the title is the tool's name, whatever the class is called.
  return className.value === name ? edits : [...edits, { span: spanOfNode(className), text: JSON.stringify(name) }];
}

/** What the runtimes do otherwise with such schemas, one sentence each. */
function differences(type: string, schemas: readonly StrategySchema[], runtime: LangchainRuntime): readonly string[] {
  const isClass = schemas.some(({ kind }) => kind !== 'json_schema');
  const isPlain = schemas.some(({ kind }) => kind === 'json_schema');
  const isTool = type !== 'ProviderStrategy';
  const isProvider = type !== 'ToolStrategy';
  const toScript = runtime === 'js';
  const messages = [
    isClass &&
      (toScript
        ? 'JavaScript coerces nothing (`"5"` is not an integer), and a member that the schema does not have is an error: Pydantic drops it.'
        : 'Pydantic coerces (`"5"` is the integer 5), and drops a member that the schema does not have: for zod it is an error.'),
    schemas.some(({ kind, schema }) => kind !== 'json_schema' && hasDefault(schema, 0)) &&
      (toScript ? 'The defaults of the schema are not filled in.' : 'The defaults of the schema are filled in.'),
    isPlain &&
      (toScript
        ? 'A schema that is a dictionary is checked: Python does not.'
        : 'A schema that is a dictionary is not checked: whatever the model gives is the value.'),
    isTool &&
      (toScript
        ? 'Without a call the run ends without a value; of two calls only the first is answered, so that providers refuse the next request.'
        : 'Without a call and without other tools the model is asked again with nothing said, up to the recursion limit; each of two calls is answered.'),
    isProvider &&
      (toScript
        ? 'The provider’s format is `strict` unless it is told otherwise, and called `extract`; an error says only that the output did not satisfy the schema.'
        : 'The provider’s format is `strict` only where it is told so; an error says what does not fit.'),
    type === 'AutoStrategy' &&
      (toScript
        ? 'Which strategy it becomes is for the model’s profile alone.'
        : 'Which strategy it becomes is for the model’s profile, or its name.'),
  ];
  return messages.filter(message => message !== false);
}

function hasDefault(value: PyValue, depth: number): boolean {
  if (depth > 30) return false;
  if (Array.isArray(value)) return value.some(item => hasDefault(item as PyValue, depth + 1));
  return isPyDict(value) && (value.has('default') || [...value.values()].some(item => hasDefault(item, depth + 1)));
}
