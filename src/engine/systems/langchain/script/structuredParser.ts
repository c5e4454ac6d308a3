import { refusedBy, refusing } from '../../../core/refusedValue.ts';
import { LangchainError, scriptErrorText, scriptException, scriptJsonParse } from '../langchainError.ts';
import { fencedText } from './fencedText.ts';
import { refusedByZod } from './refusedByZod.ts';
import { parseScriptMarkdown, withLineFeeds } from './scriptJson.ts';
import type { ScriptPackage } from './structuredInstruction.ts';
import { type ZodModel, zodError } from './zodModel.ts';

function validated(model: ZodModel, value: unknown): unknown {
  const outcome = model.validate(value, true);
  if (outcome.ok) return outcome.value;
  throw refusing(zodError(outcome.issues), refusedByZod(model, value, outcome.issues));
}

/** LangChain.js's wrapping of an error that reading a text met. */
function failedToParse(text: string, error: unknown): LangchainError {
  const raised = scriptException(`Failed to parse. Text: "${text}". Error: ${scriptErrorText(error)}`, text);
  return refusing(raised, refusedBy(error));
}

/** `StructuredOutputParser.parse` of `@langchain/core`. Throws `OutputParserException`. */
function parseCore(text: string, model: ZodModel): unknown {
  try {
    return validated(model, scriptJsonParse(withLineFeeds(fencedText(text.trim()))));
  } catch (error) {
    throw failedToParse(text, error);
  }
}

/** `StructuredOutputParser.parse` of `@langchain/classic`. Throws `OutputParserException`. */
function parseClassic(text: string, model: ZodModel): unknown {
  try {
    const json = text.includes('```') ? text.trim().split(/```(?:json)?/)[1] : text.trim();
    return validated(model, scriptJsonParse(json ?? ''));
  } catch (first) {
    if (!(first instanceof LangchainError)) throw first;
    try {
      return validated(model, scriptJsonParse(text.trim()));
    } catch (error) {
      throw failedToParse(text, error);
    }
  }
}

/** `StructuredOutputParser.parse`, also of its Markdown variant. Throws `OutputParserException`. */
export function parseStructured(text: string, model: ZodModel, from: ScriptPackage): unknown {
  return from === 'classic' ? parseClassic(text, model) : parseCore(text, model);
}

/** `StandardSchemaOutputParser.parse`. Throws `OutputParserException`. */
export function parseStandardSchema(text: string, model: ZodModel): unknown {
  try {
    const value = parseScriptMarkdown(text);
    const outcome = model.validate(value);
    if (outcome.ok) return outcome.value;
    const error = new LangchainError('Error', `Validation failed: ${JSON.stringify(outcome.issues)}`);
    throw refusing(error, refusedByZod(model, value, outcome.issues));
  } catch (error) {
    throw failedToParse(text, error);
  }
}

/** `AsymmetricStructuredOutputParser.parse`, without the author's `outputProcessor`. Throws `OutputParserException`. */
export function parseAsymmetric(text: string, model: ZodModel, from: ScriptPackage): unknown {
  try {
    return parseStructured(text, model, from);
  } catch (error) {
    throw failedToParse(text, error);
  }
}

/** `RouterOutputParser.parse`. Throws `OutputParserException`. */
export function parseRouter(text: string, model: ZodModel, defaultDestination = 'DEFAULT'): unknown {
  try {
    const value = parseStructured(text, model, 'classic') as Record<string, unknown>;
    return 'destination' in value
      ? { ...value, destination: routerDestination(value.destination, defaultDestination) }
      : value;
  } catch (error) {
    throw failedToParse(text, error);
  }
}

/** A router's destination: `null` where it is the default one, whatever its case. */
export function routerDestination(destination: unknown, defaultDestination = 'DEFAULT'): unknown {
  const isDefault = typeof destination === 'string' && destination.toLowerCase() === defaultDestination.toLowerCase();
  return isDefault ? null : destination;
}
