import { EngineError } from '../../../core/errors.ts';
import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import type { ResponseTemplate } from '../responseTemplate.ts';
import { anchorWarnings } from './anchorWarnings.ts';
import { chatNames } from './chatNames.ts';
import { ChatProbe } from './chatProbe.ts';
import { chatWarnings } from './chatWarnings.ts';
import { fieldWarnings } from './fieldWarnings.ts';
import { pairWarnings } from './pairWarnings.ts';
import type { TemplateWarning } from './templateWarning.ts';
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
    const given = new Set(response?.fields.keys());
    return [...own, ...(response ? pairWarnings(response, probe, names) : []), ...chatWarnings(probe, names, given)];
  } catch (error) {
    if (error instanceof EngineError) return own;
    throw error;
  }
}
