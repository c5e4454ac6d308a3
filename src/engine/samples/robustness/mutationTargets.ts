import type { PyDict } from '../../core/pyValue.ts';
import type { Field } from '../../core/result.ts';
import type { Span } from '../../core/span.ts';
import { unescapeJsonString } from '../../json/jsonStringMap.ts';
import type { Definition } from '../../parsers/definition.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import { type Anatomy, anatomyOf } from './anatomy.ts';
import type { MutationOperator } from './operator.ts';
import { replaced } from './operator.ts';

/** A part of a response that operators work on. */
export interface MutationTarget {
  readonly anatomy: Anatomy;
  /** The whole response with another text in this part's place. */
  embed(text: string): string;
}

/** What of a response each kind of operator works on; a kind that is absent has nothing to work on. */
export type MutationTargets = Readonly<Partial<Record<MutationOperator['on'], MutationTarget>>>;

/** Takes a response apart. Linear. */
export function mutationTargetsOf(
  { parserType, source }: Definition,
  response: string,
  fields: readonly Field[],
  instruction: string,
): MutationTargets {
  const schema = answerSchema(parserType, source);
  const message = parserType.responses?.messageParts?.(response);
  if (!message) {
    const part = { anatomy: anatomyOf(response, fields, instruction), embed: (text: string) => text };
    return { prose: part, answer: withSchema(part, schema), text: part };
  }
  const { text, arguments: argumentsSpan, call } = message;
  return {
    ...(text && { prose: literalPart(response, text, instruction) }),
    ...(argumentsSpan && { answer: withSchema(literalPart(response, argumentsSpan, instruction), schema) }),
    ...(call && {
      message: { anatomy: { ...anatomyOf(response, [], instruction), answer: call }, embed: (text: string) => text },
    }),
  };
}

/** What the object of an answer should be: of several functions nobody knows which is meant. */
function answerSchema({ schemas }: ParserType, source: DefinitionSource): PyDict | undefined {
  const value = schemas?.valueSchema?.(source);
  if (value && 'schema' in value) return value.schema;
  const called = schemas?.functions?.(source);
  return called && 'functions' in called && called.functions.length === 1 ? called.functions[0]!.parameters : undefined;
}

function withSchema(part: MutationTarget, schema: PyDict | undefined): MutationTarget {
  return schema ? { ...part, anatomy: { ...part.anatomy, schema } } : part;
}

/** The part that is a string of JSON; `span` with its quotes. */
function literalPart(response: string, span: Span, instruction: string): MutationTarget {
  const { text } = unescapeJsonString(response, span.start + 1, span.end - 1);
  return {
    anatomy: anatomyOf(text, [], instruction),
    embed: mutated => replaced(response, span, JSON.stringify(mutated)),
  };
}
