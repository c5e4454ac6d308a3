import { ResponseError, type SentBack } from '../../../core/errors.ts';
import type { Host } from '../../../core/host.ts';
import { type PyValue, toPlain } from '../../../core/pyValue.ts';
import { refusedBy, refusing } from '../../../core/refusedValue.ts';
import type { DefinitionSource, Reading, ResponseInput } from '../../../parsers/parser.ts';
import { LangchainError } from '../langchainError.ts';
import type { LangchainRuntime } from '../langchainRuntime.ts';
import { fromScript } from '../places.ts';
import type { JsonSchema } from '../script/zodModel.ts';
import { ScriptPatterns } from '../script/zodPatterns.ts';
import { readProviderStrategy, readToolStrategy } from './pythonStrategy.ts';
import { readScriptProviderStrategy, readScriptToolStrategy } from './scriptStrategy.ts';
import type { StrategyKind, StrategyOutcome } from './strategy.ts';
import {
  calledName,
  otherTools,
  pythonHandling,
  pythonSchema,
  type StrategySchema,
  scriptHandling,
  scriptStrategySchema,
  strategySchemas,
  toolNames,
} from './strategyDefinition.ts';
import {
  type PlacedCall,
  type PlacedJson,
  placedFields,
  placedRefusal,
  type StrategyInput,
  strategyInput,
} from './strategyMessage.ts';
import { strategySuspicions } from './strategySuspicions.ts';

/** The messages of an answer that `extra` shows; there are as many as calls. */
const mostShown = 20;

/** What an agent makes of a response. Throws `ResponseError` for what is wrong with it, whether the model reads that or the run ends. */
export async function readStrategy(
  kind: StrategyKind,
  runtime: LangchainRuntime,
  source: DefinitionSource,
  responseInput: ResponseInput,
  host: Host,
): Promise<Reading> {
  const schemas = strategySchemas(source);
  const input = strategyInput(responseInput, runtime);
  const calls = input.calls.map(call => ({ ...call, name: calledName(call.name, schemas) }));
  const names = new Set(schemas.map(({ name }) => name));
  const ownCalls = calls.filter(({ name }) => names.has(name));
  const [own] = ownCalls;
  const place = kind === 'provider' ? input.text : own?.place;
  const placed = (error: LangchainError, reply?: Told) => responseError(error, responseInput, place, reply);
  let outcome: StrategyOutcome;
  try {
    const read = runtime === 'python' ? readPython : readScript;
    outcome = await read(kind, source, schemas, { ...input, calls }, host);
  } catch (error) {
    throw error instanceof LangchainError ? placed(error) : error;
  }
  const { response, sentBack, askedAgain, error } = outcome;
  if (error) throw placed(error, toldOf(sentBack, ownCalls));
  const tools = toolNames(otherTools(source));
  // Tools that run come first; without them the model answers again, without a new message.
  const isRepeated = sentBack.length === 0 && !calls.some(({ name }) => tools.includes(name)) && kind === 'tool';
  const schema = kind === 'provider' ? schemas[0] : schemas.find(({ name }) => name === own?.name);
  return {
    value: response ?? null,
    get fields() {
      return response === undefined ? [] : placedFields(response, place);
    },
    extra: {
      ...(sentBack.length > 0 && { sent_back: sentBack.slice(0, mostShown) }),
      asked_again: askedAgain,
      ...(response === undefined && sentBack[0] && { feedback: sentBack[0].content }),
      ...(response === undefined && askedAgain && isRepeated && { repeated: true }),
    },
    odd: () =>
      strategySuspicions({
        kind,
        runtime,
        response,
        schema,
        schemas,
        calls,
        input,
        place,
        args: own?.args,
        tools,
      }),
  };
}

type StrategyReader = (
  kind: StrategyKind,
  source: DefinitionSource,
  schemas: readonly StrategySchema[],
  input: StrategyInput,
  host: Host,
) => Promise<StrategyOutcome> | StrategyOutcome;

const readPython: StrategyReader = (kind, source, schemas, { content, calls }) => {
  const { config } = source;
  const toolMessage = config.get('tool_message_content');
  if (kind === 'provider') return readProviderStrategy({ content, calls }, pythonSchema(schemas[0]!));
  return readToolStrategy(
    { content, calls },
    {
      schemas: schemas.map(pythonSchema),
      tools: toolNames(otherTools(source)),
      handleErrors: pythonHandling(config),
      ...(typeof toolMessage === 'string' && { toolMessage }),
    },
  );
};

const readScript: StrategyReader = async (kind, source, schemas, { content, calls, text }, host) => {
  const { config } = source;
  const toolMessage = config.get('toolMessageContent');
  const data: PyValue = kind === 'provider' ? (text?.text ?? content) : calls.map(({ args }) => args);
  const tried = await Promise.all(
    schemas.map(async each => {
      const made = scriptStrategySchema(each);
      return { ...made, schema: await withTriedPatterns(made.schema, jsonIn(data), host) };
    }),
  );
  const answer = { content: toPlain(content), calls: calls.map(call => ({ ...call, args: toPlain(call.args) })) };
  const { response, ...outcome } =
    kind === 'provider'
      ? readScriptProviderStrategy(answer, tried[0]!)
      : readScriptToolStrategy(answer, {
          schemas: tried,
          tools: toolNames(otherTools(source)),
          handleError: scriptHandling(config),
          ...(typeof toolMessage === 'string' && { toolMessage }),
        });
  return { ...outcome, ...(response !== undefined && { response: fromScript(response) }) };
};

/** The value whose texts patterns are tried with: of a text the JSON that it is. */
function jsonIn(data: PyValue): unknown {
  if (typeof data !== 'string') return toPlain(data);
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

/** What the model reads about an error. */
interface Told {
  readonly feedback: string;
  readonly sentBack: readonly SentBack[];
  readonly unanswered: readonly string[];
}

function toldOf(sentBack: readonly SentBack[], calls: readonly PlacedCall[]): Told {
  const answered = new Set(sentBack.map(({ tool_call_id: id }) => id));
  const unanswered = calls.filter(({ id }, at) => (id === undefined ? at >= sentBack.length : !answered.has(id)));
  return {
    feedback: sentBack[0]?.content ?? '',
    sentBack: sentBack.slice(0, mostShown),
    unanswered: unanswered.slice(0, mostShown).map(({ id, name }) => id ?? name),
  };
}

function responseError(
  error: LangchainError,
  { text }: ResponseInput,
  place: PlacedJson | undefined,
  reply: Told | undefined,
): ResponseError {
  const { pydantic_errors: issues, cause } = error;
  const details = issues ?? (cause && [{ type: 'json_invalid', loc: [], msg: cause.message }]);
  const made = new ResponseError(error.class, error.message, {
    ...(details && { details }),
    ...(place && { span: place.span }),
    ...(reply && { feedback: reply.feedback, sentBack: reply.sentBack }),
    ...(reply && reply.unanswered.length > 0 && { unanswered: reply.unanswered }),
  });
  return refusing(made, placedRefusal(refusedBy(error), text ?? '', place));
}

/** Patterns and texts that are tried with each other; of more, all patterns accept. */
const mostTries = 20_000;

/**
 * The schema with patterns that accept, of the texts of a value, those that its own do. The host tries those, away from this
 * thread and with a limit: @cfworker/json-schema runs what stands in a schema. Rejects like `ScriptPatterns.settled`.
 */
async function withTriedPatterns(schema: JsonSchema, value: unknown, host: Host): Promise<JsonSchema> {
  const sources = new Set<string>();
  walk(schema, (key, part) => {
    if (key === 'pattern' && typeof part === 'string') sources.add(part);
    else if (key === 'patternProperties' && typeof part === 'object' && part !== null)
      for (const source of Object.keys(part)) sources.add(source);
  });
  if (sources.size === 0) return schema;
  const texts = new Set<string>();
  walk(value, (key, part) => {
    texts.add(key);
    if (typeof part === 'string') texts.add(part);
  });
  if (typeof value === 'string') texts.add(value);
  const areTried = sources.size * texts.size <= mostTries;
  const patterns = new ScriptPatterns();
  const made = new Map([...sources].map(source => [source, patterns.pattern(source)]));
  const replacements = await patterns.settled(
    () =>
      new Map(
        // Each is another one, as the keys of an object have to be.
        [...made].map(([source, pattern], i) => [
          source,
          `${areTried ? literally([...texts].filter(text => pattern.test(text))) : ''}(?:){${i}}`,
        ]),
      ),
    host,
  );
  return replaced(schema, replacements) as JsonSchema;
}

/** A pattern of these texts alone. */
function literally(texts: readonly string[]): string {
  if (texts.length === 0) return '(?!)';
  return `^(?:${texts.map(text => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})$`;
}

function walk(value: unknown, visit: (key: string, part: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    visit(key, part);
    walk(part, visit);
  }
}

function replaced(part: unknown, replacements: ReadonlyMap<string, string>, isNamed = false): unknown {
  if (Array.isArray(part)) return part.map(each => replaced(each, replacements));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      isNamed ? (replacements.get(key) ?? key) : key,
      key === 'pattern' && typeof value === 'string'
        ? (replacements.get(value) ?? value)
        : replaced(value, replacements, key === 'patternProperties'),
    ]),
  );
}
