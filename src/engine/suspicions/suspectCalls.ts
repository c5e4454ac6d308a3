import { EngineError } from '../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../core/pyValue.ts';
import type { AcceptedResult, Field } from '../core/result.ts';
import type { Suspicion } from '../core/suspicion.ts';
import type { Violation, ViolationCause } from '../core/violation.ts';
import { jsonLoads } from '../python/index.ts';
import {
  pointerOf,
  SchemaCheck,
  type SchemaError,
  type ViolationsOf,
  violationsOfSchema,
} from '../validation/index.ts';
import { brokenSchema, suspicionOf } from './suspectCoercions.ts';

/** Calls that are looked at, and how deep in a value. */
const maxCalls = 50;
const maxDepth = 5;

/** What checks the arguments of a tool. */
interface ToolCheck {
  readonly check: SchemaCheck;
  readonly violationsOf: ViolationsOf;
}

/** What checks the arguments of each tool that the model may call. */
export type ToolChecks = ReadonlyMap<string, ToolCheck>;

/** The checks of tools in the forms of providers: `{function: {name, parameters}}`, or the inner object itself. */
export function toolChecks(tools: readonly PyValue[]): ToolChecks {
  const checks = new Map<string, ToolCheck>();
  for (const inner of toolsIn(tools)) {
    const name = inner.get('name');
    const schema = inner.get('parameters') ?? inner.get('input_schema');
    if (typeof name === 'string' && isPyDict(schema))
      checks.set(name, { check: new SchemaCheck(schema), violationsOf: violationsOfSchema(schema) });
  }
  return checks;
}

/** The names of tools in the forms of providers. */
export function toolNames(tools: readonly PyValue[]): ReadonlySet<string> {
  return new Set(
    toolsIn(tools)
      .flatMap(tool => tool.get('name') ?? [])
      .filter(name => typeof name === 'string'),
  );
}

function toolsIn(tools: readonly PyValue[]): readonly PyDict[] {
  return tools.map(tool => (isPyDict(tool) ? (tool.get('function') ?? tool) : null)).filter(isPyDict);
}

/**
 * Arguments of calls that are missing, of another type than the tool says, or break its schema in another way, which a
 * framework hands on without a word. `text`: the response. Linear in the value, for each call.
 */
export function suspectCalls(
  text: string,
  { exact, fields }: AcceptedResult,
  checks: ToolChecks,
): readonly Suspicion[] {
  return callsIn(exact).flatMap(({ name, input }) => {
    const tool = checks.get(name);
    if (!tool) return [];
    const broken = brokenSchema(text, input, tool.violationsOf);
    const odd = oddArguments(name, input, tool.check).map(argument => argumentSuspicion(argument, broken, fields));
    const others = broken.filter(({ cause }) => !toldAlready.has(cause));
    return [...odd, ...others.map(violation => suspicionOf(violation, { code: 'breaks-schema', name }))];
  });
}

/** What has codes of its own, and what says the same of several members at once. */
const toldAlready: ReadonlySet<ViolationCause> = new Set<ViolationCause>([
  'missing-key',
  'wrong-type',
  'null-value',
  'wrong-variant',
]);

interface Call {
  readonly name: string;
  readonly input: PyDict;
}

/** The calls in a value, as frameworks have them: a name, and arguments by whatever key. */
function callsIn(value: PyValue): readonly Call[] {
  const found: Call[] = [];
  const visit = (item: PyValue, depth: number): void => {
    if (depth > maxDepth || found.length >= maxCalls) return;
    if (isPyList(item)) for (const each of item) visit(each, depth + 1);
    if (!isPyDict(item)) return;
    const name = item.get('name') ?? item.get('type') ?? item.get('tool') ?? null;
    const input = argumentsOf(item);
    if (typeof name === 'string' && input) found.push({ name, input });
    else for (const each of item.values()) visit(each, depth + 1);
  };
  visit(value, 0);
  return found;
}

function argumentsOf(call: PyDict): PyDict | undefined {
  const input = ['arguments', 'args', 'parameters', 'input', 'toolInput'].map(key => call.get(key)).find(Boolean);
  if (isPyDict(input)) return input;
  const read = typeof input === 'string' ? jsonLoads(input) : undefined;
  return read?.ok && isPyDict(read.value) ? read.value : undefined;
}

/** An argument that is missing, or of another type, and where it is or should be in the arguments. */
interface OddArgument {
  readonly code: 'argument-missing' | 'argument-type';
  readonly name: string;
  readonly path: readonly (string | number)[];
}

function oddArguments(name: string, input: PyDict, check: SchemaCheck): readonly OddArgument[] {
  const found: OddArgument[] = [];
  for (const error of errorsOf(input, check)) {
    const { keyword, path, schema } = error;
    if (keyword === 'required' && isPyDict(schema)) {
      for (const key of missingIn(error, schema)) found.push({ code: 'argument-missing', name, path: [...path, key] });
    } else if (isOfType(error)) found.push({ code: 'argument-type', name, path });
  }
  return found;
}

/** With its violation, and the place of that; where none says the same, the place of all calls. */
function argumentSuspicion(
  { code, name, path }: OddArgument,
  broken: readonly Violation[],
  fields: readonly Field[],
): Suspicion {
  const member = pointerOf(path);
  const violation = broken.find(
    ({ path: at, cause }) => at === member && (cause === 'missing-key') === (code === 'argument-missing'),
  );
  const place = violation ? { span: violation.span, violation } : placeOf(fields);
  return { code, detail: [name, ...path].join('.'), ...place };
}

function errorsOf(input: PyDict, check: SchemaCheck): readonly SchemaError[] {
  try {
    return check.errors(input);
  } catch (error) {
    // A schema that refers to nothing, or is nested too deeply, says nothing.
    if (error instanceof EngineError) return [];
    throw error;
  }
}

function missingIn({ instance, message }: SchemaError, schema: PyDict): readonly string[] {
  const required = schema.get('required');
  if (!isPyList(required) || !isPyDict(instance)) return [];
  // One error is about one key, which its message begins with.
  return required.filter(
    (key): key is string => typeof key === 'string' && !instance.has(key) && message.startsWith(`'${key}'`),
  );
}

/** Whether the type is wrong, or in every branch of a choice. */
function isOfType({ keyword, context }: SchemaError): boolean {
  if (keyword === 'anyOf' || keyword === 'oneOf') return context.length > 0 && context.every(isOfType);
  return keyword === 'type';
}

/** Where the calls stand: the field that has them. */
function placeOf(fields: readonly Field[]): Pick<Suspicion, 'span'> {
  const field = fields.find(({ value }) => typeof value === 'object' && value !== null) ?? fields[0];
  return field ? { span: field.span } : {};
}

/** How many calls of a message are looked at. */
const mostCalls = 100;

/**
 * Arguments that end within their JSON, in the calls of a message that a framework reads all the same: it closed them itself.
 * They stand nowhere in the text, so that a suspicion has no place. Linear.
 */
export function suspectCutCalls(calls: readonly unknown[]): readonly Suspicion[] {
  return calls.slice(0, mostCalls).flatMap((call): Suspicion[] => {
    const { name, input } = cutArguments(call);
    if (typeof input !== 'string' || !isCutOff(input)) return [];
    return [{ code: 'cut-value', detail: `arguments of ${typeof name === 'string' ? name : 'a call'}` }];
  });
}

/** As chat completions have them (`{ function: { name, arguments } }`), or the Responses API. */
function cutArguments(call: unknown): { readonly name?: unknown; readonly input?: unknown } {
  if (typeof call !== 'object' || call === null) return {};
  const { function: inner } = call as { readonly function?: unknown };
  const own = typeof inner === 'object' && inner !== null ? inner : call;
  const { name, arguments: input } = own as { readonly name?: unknown; readonly arguments?: unknown };
  return { name, input };
}

function isCutOff(text: string): boolean {
  const end = text.trimEnd().length;
  if (end === 0) return false;
  const read = jsonLoads(text, { strict: false });
  if (read.ok || read.error.kind !== 'JSONDecodeError') return false;
  return read.error.offset >= end || read.error.message.startsWith('Unterminated string');
}
