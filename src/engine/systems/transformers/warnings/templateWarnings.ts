import { EngineError } from '../../../core/errors.ts';
import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import { asksForEnd, canBeEmpty, lookApart, looksFarAhead, type Regex } from '../../../python/index.ts';
import type { Anchor } from '../anchor.ts';
import { cutBudget, cutOfAnchor, type FoundCut } from '../cutOfAnchor.ts';
import type { ResponseTemplate, TemplateField } from '../responseTemplate.ts';
import { chatNames } from './chatNames.ts';
import { ChatProbe } from './chatProbe.ts';
import { chatWarnings } from './chatWarnings.ts';
import { fieldWarnings } from './fieldWarnings.ts';
import { pairWarnings } from './pairWarnings.ts';
import { responseWarning, type TemplateWarning } from './templateWarning.ts';
import { toolWarnings } from './toolWarnings.ts';

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
