// src/views/: engine results → plain view models.

import {
  type Definition,
  exactOf,
  type FallbackCost,
  isPyList,
  type ModulePlace,
  type ParseResult,
  runtimesOf,
  type Span,
  type Splits,
} from '../engine/index.ts';
import {
  type DetailModel,
  detailModel,
  type ErrorModel,
  errorCause,
  errorModel,
  maxMessage,
  maxNotes,
  type ViolationModel,
} from './errorModel.ts';
import {
  type ExtraModel,
  extraModels,
  type HighlightModel,
  highlightModels,
  type StrayModel,
  strayModels,
} from './highlights.ts';
import {
  type Destination,
  destinations,
  destinationsOf,
  type SplitModel,
  sameSplits,
  splitModel,
} from './splitModel.ts';
import { type LensValueModel, lensValueModel, type ValueModel, valueModel } from './valueModel.ts';
import { clip, rowPreviewLength } from './valuePreview.ts';

/** How many parts of a response are tinted, hovered and listed before the model says that there are more. */
export const maxParts = 1000;

/** A part of the response that became a part of the value. Spans index the selection. */
export interface PartModel {
  readonly key: string;
  readonly span: Span;
  readonly inner: Span;
  /** Absent: `inner` is all of it. */
  readonly pieces?: readonly Span[];
  readonly value: ValueModel;
  /** Empty: it goes nowhere. Absent: the type does not split its value. */
  readonly destinations?: readonly Destination[];
}

/** A change that the system made to the text before it read it. */
export interface RepairModel {
  readonly name: string;
  readonly span: Span;
  readonly text: string;
}

/** One odd thing in an answer that reads. */
export interface SuspicionModel {
  readonly code: string;
  readonly message: string;
  /** Absent: it has no place of its own. */
  readonly span?: Span;
}

/** Everything about a parsed response that the editor shows at once. Its size is bounded; the values stay with the engine. */
export interface ResponseModel {
  readonly name: string;
  readonly type: string;
  /** Whether several runtimes have the definition's class. Absent: one has it, or that is not a question. */
  readonly hasRuntimes?: true;
  /** Why it did not parse, and where in the response, or in the user's module that threw it. Absent: it parsed. */
  readonly error?: ErrorModel & {
    /** Why, in few words on one line; the message is the framework's sentence. */
    readonly cause: string;
    readonly span?: Span;
    readonly details: readonly DetailModel[];
    /** Where the value is another one than the format wants, with the place in the selection. */
    readonly violations: readonly ViolationModel[];
    readonly place?: ModulePlace;
    /** The frames of the module's stack. */
    readonly stack: readonly string[];
  };
  /** Whether the system tells the model anything of an error, or of a value that it refuses. Absent: there is nothing to tell. */
  readonly hasFeedback?: boolean;
  /** Of a type whose responses may hold several tools or none. `nothing`: no tool was recognised; `failed`: what looked like one was not a tool. */
  readonly tools?: { readonly nothing: boolean; readonly failed: boolean };
  /** Absent: it did not parse. */
  readonly value?: LensValueModel;
  /** Absent: it did not parse, or the type does not split its value. */
  readonly splits?: Readonly<Record<Destination, SplitModel>>;
  /** The destinations that get the same value, or raise the same error, together. Absent: it did not parse, or is not split. */
  readonly groups?: readonly (readonly [Destination, ...Destination[]])[];
  readonly highlights: readonly HighlightModel[];
  readonly extra: readonly ExtraModel[];
  /** The first {@link maxParts} parts, in the text's order. */
  readonly parts: readonly PartModel[];
  readonly partCount: number;
  /** What is odd about the answer although the framework accepts it. */
  readonly suspicions: readonly SuspicionModel[];
  /** What fell to the ground. */
  readonly strays: readonly StrayModel[];
  readonly repairs: readonly RepairModel[];
  readonly warnings: readonly string[];
  /** What the framework asks in silence after this answer; what says so is its only warning. */
  readonly fallback?: FallbackCost;
  /** The text was the inside of a JSON string literal and was unescaped first. */
  readonly unescaped: boolean;
  /** The text holds NUL characters, as binary files do. */
  readonly binary: boolean;
}

/** A result with what it came from; `toSelection` maps a span of the parsed text to the selection. */
export interface Reading {
  readonly definition: Definition;
  readonly result: ParseResult;
  readonly splits: Splits | undefined;
  readonly text: string;
  readonly toSelection?: (span: Span) => Span;
}

/** The model of a result. */
export function responseModel({
  definition,
  result,
  splits,
  text,
  toSelection = span => span,
}: Reading): ResponseModel {
  const common = {
    name: definition.name,
    type: definition.type,
    ...(runtimesOf(definition).length > 1 && { hasRuntimes: true as const }),
    warnings: result.warnings.slice(0, maxNotes).map(warning => clip(warning, maxMessage)),
    unescaped: false,
    binary: text.includes('\0'),
    ...(result.toolError !== undefined && { tools: { nothing: foundNothing(result), failed: result.toolError } }),
  };
  const hasFeedback = feedbackOf(result) !== undefined;
  if (!result.ok) {
    const { span, details = [], violations = [], place, stack } = result.error;
    const error = {
      ...errorModel(result.error),
      cause: errorCause(
        result.error.message,
        details.slice(0, maxNotes).map(({ loc, msg }) => [loc.join('.'), msg].filter(Boolean).join(': ')),
      ),
      ...(span && { span: toSelection(span) }),
      details: details.slice(0, maxNotes).map(detailModel),
      violations: violations
        // What stands in the arguments of a message's call stands nowhere in the text.
        .filter(({ call }) => call === undefined)
        .slice(0, maxNotes)
        .map(({ path, cause, message, span: own }) => ({
          path: path || '/',
          cause,
          message: clip(message, maxMessage),
          span: toSelection(own),
        })),
      ...(place && { place }),
      stack: stack?.split('\n', maxNotes).map(frame => clip(frame.trim(), maxMessage)) ?? [],
    };
    return {
      ...common,
      error,
      hasFeedback,
      highlights: [],
      extra: [],
      parts: [],
      partCount: 0,
      suspicions: [],
      strays: [],
      repairs: [],
    };
  }
  const fed = splits && destinationsOf(splits);
  return {
    ...common,
    ...(hasFeedback && { hasFeedback }),
    value: lensValueModel(result.exact),
    highlights: highlightModels(definition.parserType, result),
    extra: extraModels(definition.parserType, result),
    ...(splits && {
      splits: {
        content: splitModel(splits.content),
        memory: splitModel(splits.memory),
        metadata: splitModel(splits.metadata),
      },
      groups: sameSplits(splits),
    }),
    parts: result.fields.slice(0, maxParts).map(field => ({
      key: clip(field.key, rowPreviewLength),
      span: toSelection(field.span),
      inner: toSelection(field.inner),
      ...(field.pieces && { pieces: field.pieces.slice(0, maxParts).map(toSelection) }),
      value: valueModel(exactOf(field)),
      ...(fed && { destinations: fed(field.key) }),
    })),
    partCount: result.fields.length,
    suspicions: (result.suspicions ?? []).slice(0, maxNotes).map(({ code, message, span }) => ({
      code,
      message: clip(message, maxMessage),
      ...(span && { span: toSelection(span) }),
    })),
    strays: strayModels(definition.parserType, result, toSelection),
    repairs: result.repairs
      .slice(0, maxNotes)
      .map(({ name, span, text }) => ({ name, span: toSelection(span), text: clip(text, rowPreviewLength) })),
  };
}

/** Whether a user's module was not run because the workspace is not trusted: nothing was read, and no framework said anything. */
export function isNotRun({ error }: ResponseModel): boolean {
  return error?.class === 'ModuleNotTrusted';
}

/** The destinations whose filter raises, with the error: the framework would fail after it parsed the response. */
export function raisingSplits({
  splits,
}: ResponseModel): { readonly destination: Destination; readonly error: ErrorModel }[] {
  return destinations.flatMap(destination => {
    const split = splits?.[destination];
    return split && 'error' in split ? [{ destination, error: split.error }] : [];
  });
}

/** The feedback to the model: about the response's error, or about a value that the system refuses. */
export function feedbackOf(result: ParseResult): string | undefined {
  if (!result.ok) return result.error.feedback;
  const feedback = result.extra?.feedback;
  return typeof feedback === 'string' ? feedback : undefined;
}

function foundNothing(result: ParseResult): boolean {
  return result.ok && isPyList(result.exact) && result.exact.length === 0;
}
