import {
  compareRuntimes,
  type Definition,
  exampleResponse,
  type Host,
  type ParseResult,
  type RuntimeReading,
  toJsonText,
} from '../engine/index.ts';
import { selectedText } from '../views/selectedText.ts';
import type { DefinitionCache, DefinitionRef } from './definitionCache.ts';
import type { SelectedResponse } from './findService.ts';

/** What a runtime makes of an answer: the value as JSON, or the class's error and the feedback to the model. */
export type RuntimeOutcome = { readonly value: string } | { readonly error: string; readonly feedback?: string };

/** A definition in one runtime, all texts whole. */
export interface RuntimeText {
  readonly id: string;
  /** The runtime's name, as users know it. */
  readonly title: string;
  /** The definition's type. */
  readonly type: string;
  /** The instruction, or the error that the class raises in its place. */
  readonly instruction: string;
  readonly raises: boolean;
  /** Absent: there is no answer to read, or the class cannot be made. */
  readonly outcome?: RuntimeOutcome;
}

/** A definition in all runtimes, and the answer that they read. */
export interface RuntimesView {
  readonly runtimes: readonly RuntimeText[];
  readonly answer?: string;
}

/** Compares the runtimes that have a definition's class. Holds no state between calls. */
export interface RuntimesApi {
  /** Without an answer the definition's first sample is read, else an example. Rejects only when the definition is not in its file. */
  compareRuntimes(definition: DefinitionRef, answer?: SelectedResponse): Promise<RuntimesView>;
}

/** The engine's side of the API; runs in a worker. */
export function runtimesService(host: Host, cache: DefinitionCache): RuntimesApi {
  return {
    async compareRuntimes(ref, selected) {
      const { definition } = cache.made(ref);
      const answer = selected ? selectedText(selected.text, selected.surroundings).text : usualAnswer(definition);
      const found = await compareRuntimes(definition, answer, host);
      return { runtimes: found.map(each => textOf(each, definition.type)), ...(answer !== undefined && { answer }) };
    },
  };
}

function usualAnswer(definition: Definition): string | undefined {
  return definition.samples.find(({ text }) => text !== undefined)?.text ?? exampleResponse(definition);
}

function textOf({ id, title, instruction, result }: RuntimeReading, type: string): RuntimeText {
  const raises = 'error' in instruction;
  return {
    id,
    title,
    type,
    instruction: raises ? said(instruction.error) : instruction.text,
    raises,
    ...(result && { outcome: outcomeOf(result) }),
  };
}

function outcomeOf(result: ParseResult): RuntimeOutcome {
  if (result.ok) return { value: toJsonText(result.exact, 2) };
  const { feedback } = result.error;
  return { error: said(result.error), ...(feedback !== undefined && { feedback }) };
}

function said(error: { readonly class: string; readonly message: string }): string {
  return `${error.class}: ${error.message}`;
}
