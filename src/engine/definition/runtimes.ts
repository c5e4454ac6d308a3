import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import type { ParseError, ParseResult } from '../core/result.ts';
import type { Definition } from '../parsers/definition.ts';
import { type Runtime, runtimesOf } from '../parsers/runtimesOf.ts';
import { createParser } from './responseParser.ts';

/** What a definition is in one runtime. */
export interface RuntimeReading extends Runtime {
  /** The format instruction, or what the class raises in its place. */
  readonly instruction: { readonly text: string } | { readonly error: ParseError };
  /** What it makes of the response; absent where none was given, or where the class cannot be made. */
  readonly result?: ParseResult;
}

/**
 * A definition in each runtime that has its class, one after the other: the instruction, and what becomes of a response.
 * None for a type without runtimes. Never rejects.
 */
export async function compareRuntimes(
  definition: Definition,
  response?: string,
  host: Host = {},
): Promise<readonly RuntimeReading[]> {
  const readings: RuntimeReading[] = [];
  for (const runtime of runtimesOf(definition)) {
    const source = definition.source.withKey('runtime', runtime.id);
    readings.push({ ...runtime, ...(await read({ ...definition, source }, response, host)) });
  }
  return readings;
}

async function read(
  definition: Definition,
  response: string | undefined,
  host: Host,
): Promise<Omit<RuntimeReading, keyof Runtime>> {
  try {
    const parser = createParser(definition, host);
    const result = response === undefined ? undefined : await parser.parse(response);
    return { instruction: instructionOf(() => parser.formatInstruction()), ...(result && { result }) };
  } catch (error) {
    return { instruction: { error: raised(error) } };
  }
}

function instructionOf(text: () => string): RuntimeReading['instruction'] {
  try {
    return { text: text() };
  } catch (error) {
    return { error: raised(error) };
  }
}

function raised(error: unknown): ParseError {
  if (!(error instanceof EngineError)) throw error;
  const { class: name, message } = error;
  return { class: name, message };
}
