import { refusing } from '../../../core/refusedValue.ts';
import { LangchainError, scriptException, scriptJsonParse } from '../langchainError.ts';
import { refusedByZod } from './refusedByZod.ts';
import { parseScriptPartial } from './scriptJson.ts';
import type { ScriptMessage } from './scriptMessage.ts';
import type { ZodModel } from './zodModel.ts';

/** A call as `JsonOutputToolsParser` gives it. */
export interface ParsedCall {
  readonly type: unknown;
  readonly args: unknown;
  readonly id: unknown;
}

interface RawCall {
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown };
}

/** `JsonOutputToolsParser.parsePartialResult`. Throws `OutputParserException` unless `partial`. */
export function scriptToolCalls(message: ScriptMessage, returnId: boolean, partial: boolean): ParsedCall[] {
  if (message.toolCalls.length > 0)
    return message.toolCalls.map(({ name, args, id }) => ({ type: name, args, id: returnId ? id : undefined }));
  const raw = message.additional.tool_calls;
  if (!Array.isArray(raw)) return [];
  return (raw as readonly RawCall[]).flatMap(call => {
    const made = call.function;
    if (made === undefined) return [];
    const args = partial ? parseScriptPartial(made.arguments ?? '{}') : argumentsOf(made);
    return [{ type: made.name, args, id: returnId ? call.id : undefined }];
  });
}

function argumentsOf(made: NonNullable<RawCall['function']>): unknown {
  try {
    return scriptJsonParse(made.arguments as string);
  } catch (error) {
    const { message } = error as Error;
    const text = made.arguments ?? '';
    throw scriptException(`Function "${made.name}" arguments:\n\n${text}\n\nare not valid JSON.\nError: ${message}`);
  }
}

/** The keys of `JsonOutputKeyToolsParser`. */
export interface KeyTools {
  readonly keyName: string;
  readonly returnSingle: boolean;
  readonly model: ZodModel | undefined;
}

/** `JsonOutputKeyToolsParser.parseResult`: the arguments of the calls of one tool; `undefined` where there are none. Throws `OutputParserException`. */
export function scriptKeyToolCalls(
  message: ScriptMessage,
  keys: KeyTools,
  partial: boolean,
  isStream = false,
): unknown {
  const calls = scriptToolCalls(message, false, partial).filter(({ type }) => type === keys.keyName);
  if (calls.length === 0) return undefined;
  const values = calls.map(({ args }) => args);
  const check = (value: unknown) => (partial || isStream ? value : validate(value, keys.model));
  return keys.returnSingle ? check(values[0]) : values.map(check);
}

function validate(value: unknown, model: ZodModel | undefined): unknown {
  const outcome = model?.validate(value, true);
  if (!outcome) return value;
  if (outcome.ok) return outcome.value;
  const text = JSON.stringify(value, null, 2);
  const error = scriptException(`Failed to parse. Text: "${text}". Error: ${JSON.stringify(outcome.issues)}`, text);
  throw refusing(error, model && refusedByZod(model, value, outcome.issues));
}

interface FunctionCall {
  readonly arguments?: unknown;
}

/** `OutputFunctionsParser.parseResult`. Throws `Error`. `generation`: the generation as JSON, as messages quote it. */
export function scriptFunctionText(message: ScriptMessage, argsOnly: boolean, generation: string): string {
  const call = message.additional.function_call as FunctionCall | undefined;
  if (!call) throw new LangchainError('Error', `No function_call in message ${generation}`);
  if (!call.arguments) throw new LangchainError('Error', `No arguments in function_call ${generation}`);
  return argsOnly ? (call.arguments as string) : JSON.stringify(call);
}

/** `JsonOutputFunctionsParser.parseResult`. Throws `Error` and `SyntaxError`. */
export function scriptFunctionJson(message: ScriptMessage, argsOnly: boolean, generation: string): unknown {
  return scriptFunctionValue(scriptFunctionText(message, argsOnly, generation), argsOnly);
}

/** `JsonOutputFunctionsParser.parse`: of the arguments, or of the whole call as JSON. Throws V8's `SyntaxError`, and `TypeError` for `null`. */
export function scriptFunctionValue(text: string, argsOnly: boolean): unknown {
  const value = scriptJsonParse(text);
  if (argsOnly) return value;
  if (value === null) throw new LangchainError('TypeError', "Cannot read properties of null (reading 'arguments')");
  const call = value as { arguments: string };
  return { ...call, arguments: scriptJsonParse(call.arguments) };
}

/** `JsonKeyOutputFunctionsParser.parseResult`: `undefined` for a missing key. Throws like {@link scriptFunctionJson}, and `TypeError` for `null`. */
export function scriptFunctionKey(message: ScriptMessage, name: string, generation: string): unknown {
  const value = scriptFunctionJson(message, true, generation) as Readonly<Record<string, unknown>> | null;
  if (value === null) throw new LangchainError('TypeError', `Cannot read properties of null (reading '${name}')`);
  return value[name];
}

/** `JsonOutputFunctionsParser.parsePartialResult`. */
export function scriptPartialFunction(message: ScriptMessage, argsOnly: boolean): unknown {
  const call = message.additional.function_call as FunctionCall | undefined;
  if (!call) return undefined;
  const value = parseScriptPartial(call.arguments);
  return argsOnly ? value : { ...call, arguments: value };
}
