import { isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { renderJinja } from '../../python/index.ts';
import type { ActionFormatError } from './actions.ts';
import type { Mode } from './modelClass.ts';

/** `format_error_template` rendered for an answer that was refused. Raises what the template raises. */
export function renderFormatError(template: string, error: ActionFormatError): string {
  return renderJinja(template, error.variables, { strict: true });
}

/** The message that the model is told, as mini-swe-agent adds it to its history. Raises like {@link renderFormatError}. */
export function errorMessage(template: string, error: ActionFormatError, mode: Mode): PyDict {
  const content = renderFormatError(template, error);
  const actions = error.variables.get('actions') ?? null;
  const extra = new Map<string, PyValue>([['interrupt_type', 'FormatError']]);
  if (mode === 'actions_text') extra.set('n_actions', isPyList(actions) ? actions.length : 0);
  if (mode === 'actions_toolcall_response')
    return new Map<string, PyValue>([
      ['type', 'message'],
      ['role', 'user'],
      ['content', [inputText(content)]],
      ['extra', extra],
    ]);
  return new Map<string, PyValue>([
    ['role', 'user'],
    ['content', content],
    ['extra', extra],
  ]);
}

/** A text of a message of the Responses API. */
export function inputText(text: string): PyDict {
  return new Map([
    ['type', 'input_text'],
    ['text', text],
  ]);
}
