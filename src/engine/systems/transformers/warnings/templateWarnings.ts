import { EngineError } from '../../../core/errors.ts';
import { type Problem, problem } from '../../../core/problem.ts';
import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import type { DefinitionSource } from '../../../parsers/parser.ts';
import { asksForEnd, canBeEmpty, lookApart, looksFarAhead, type Regex } from '../../../python/index.ts';
import type { Anchor, TemplatePath } from '../anchor.ts';
import { cutBudget, cutOfAnchor, type FoundCut } from '../cutOfAnchor.ts';
import type { ResponseTemplate, TemplateField } from '../responseTemplate.ts';
import type { TemplateSettings } from '../templateSettings.ts';
import { ChatProbe, chatNames } from './chatProbe.ts';
import { chatWarnings } from './chatWarnings.ts';
import { fieldWarnings } from './fieldWarnings.ts';
import { pairWarnings } from './pairWarnings.ts';
import { responseWarning, type TemplateWarning, toolWarnings } from './templateWarning.ts';

/** The two templates of a model, which compile; either may be missing. */
export interface CheckedTemplates {
  readonly response?: ResponseTemplate | undefined;
  readonly chat?: string | undefined;
  readonly specialTokens?: PyDict;
  readonly kwargs?: PyDict;
  readonly tools?: PyValue;
}

/**
 * What transformers accepts of a model's templates and what will not do what was meant, as far as it can be decided
 * without an answer. Total; the time is that of a few dozen renderings of short conversations.
 */
export function templateWarnings({
  response,
  chat,
  specialTokens = new Map(),
  kwargs = new Map(),
  tools = null,
}: CheckedTemplates): readonly TemplateWarning[] {
  const own = response
    ? [...anchorWarnings(response), ...fieldWarnings(response), ...toolWarnings(tools, response.release)]
    : [];
  if (chat === undefined) return own;
  try {
    const names = chatNames(chat);
    const probe = new ChatProbe({ text: chat, specialTokens, kwargs });
    const fieldNames = new Set(response?.fields.keys());
    return [
      ...own,
      ...(response ? pairWarnings(response, probe, names) : []),
      ...chatWarnings(probe, names, fieldNames),
    ];
  } catch (error) {
    if (error instanceof EngineError) return own;
    throw error;
  }
}

/** What is wrong with the delimiters of a template when an answer streams in. The time is linear in literals, and bounded for patterns. */
function anchorWarnings({ fields }: ResponseTemplate): readonly TemplateWarning[] {
  const budget = cutBudget();
  return [...fields.values()].flatMap(field => {
    const { name, open, close } = field;
    const place = (key: 'open' | 'close', anchor: Anchor) => ['fields', name, anchor.literals ? key : `${key}_pattern`];
    const warnings: TemplateWarning[] = [];
    if (open?.regex && looksFarAhead(open.regex.tree))
      warnings.push(
        responseWarning(
          'held-stream',
          'This looks ahead over any amount of text: a stream is held back from its first character until what is looked for has come, and everything behind it until the end.',
          place('open', open),
        ),
      );
    const isEndless = open?.regex && close?.regex && isEmptyPair(open.regex, close.regex);
    if (isEndless)
      warnings.push(
        responseWarning(
          'endless-region',
          'Open and close can both match nothing at one place: there transformers opens and closes the region for ever.',
          place('close', close),
        ),
      );
    const empty = close && !isEndless ? emptyClose(field, close) : undefined;
    if (close && empty !== undefined) warnings.push(responseWarning('empty-close', empty, place('close', close)));
    for (const [key, anchor] of [['open', open] as const, ['close', close] as const]) {
      if (!anchor || (key === 'close' && (isEndless || empty !== undefined))) continue;
      const found = cutOfAnchor(field, anchor, budget);
      if (found) warnings.push(responseWarning('cut-dependent', wordsOf(found), place(key, anchor)));
    }
    return warnings;
  });
}

function isEmptyPair(open: Regex, close: Regex): boolean {
  return canBeEmpty(open.tree, false) && canBeEmpty(close.tree, false) && !lookApart(open.tree, close.tree);
}

/** Why a close that can match nothing loses text; a look ahead that closes a region of its own does not. */
function emptyClose({ open }: TemplateField, { regex }: Anchor): string | undefined {
  if (!regex || !canBeEmpty(regex.tree, false)) return undefined;
  const atEnd = asksForEnd(regex.tree);
  if (open && !atEnd) return undefined;
  return atEnd
    ? 'The end of the text is also the end of every piece of a stream: a piece that ends in a line feed closes the region, and what follows replaces it; and the other alternatives are not waited for. Leave `$` out: at the end of the answer every region is closed.'
    : 'This can match nothing: what follows opens the field again and replaces what it was, or is lost. Let it match at least one character.';
}

function wordsOf({ text, cut, whole, streamed }: FoundCut): string {
  const quoted = (part: string | undefined) =>
    part === undefined ? 'nothing' : part === '' ? 'an empty match' : JSON.stringify(part);
  return `What is found depends on where a stream is cut: in ${quoted(text)} it is ${quoted(whole)}, but ${quoted(streamed)} when the text comes as ${quoted(text.slice(0, cut))} and ${quoted(text.slice(cut))}.`;
}

/** The warnings of a definition's templates as problems at their places; what stands in a file is placed at what names the file. Total, see `templateWarnings`. */
export function placedWarnings(
  source: DefinitionSource,
  { template, chatTemplate, tools }: TemplateSettings,
): readonly Problem[] {
  const dict = (key: string): PyDict => {
    const value = source.config.get(key);
    return isPyDict(value) ? value : new Map();
  };
  const warnings = templateWarnings({
    response: template,
    chat: chatTemplate,
    tools,
    specialTokens: dict('special_tokens'),
    kwargs: dict('template_kwargs'),
  });
  return warnings.map(warning => problem(warning.code, warning.message, placeOf(source, chatTemplate, warning)));
}

function placeOf(source: DefinitionSource, chat: string | undefined, warning: TemplateWarning): Span {
  if (warning.in !== 'chat_template') return spanNear(source, [warning.in, ...warning.path]);
  const written = source.stringAt(['chat_template']);
  const [start, end] = [warning.span?.start, warning.span?.end].map(offset =>
    offset === undefined || written?.text !== chat ? undefined : written?.offsets[offset],
  );
  if (start !== undefined && end !== undefined) return { start, end };
  return source.keySpanOf(['chat_template']) ?? spanNear(source, []);
}

/** The place of a value of the definition, of the key of an object, or of the nearest value around it that is written there. */
export function spanNear(source: DefinitionSource, path: TemplatePath): Span {
  for (let length = path.length; length > 0; length--) {
    const part = path.slice(0, length);
    const span = source.spanOf(part);
    if (!span) continue;
    return span.end - span.start > maxSpan ? (source.keySpanOf(part) ?? span) : span;
  }
  return source.keySpanOf(['type']) ?? { start: 0, end: 1 };
}

/** Of longer values the name is underlined. */
export const maxSpan = 120;
