import type { ResponseInput } from '../../parsers/parser.ts';
import { firstLine } from '../../text/index.ts';
import { lastFencedBlock } from './codeFences.ts';
import { formatError } from './formatError.ts';
import { messageText, thoughtSpan } from './messageText.ts';
import type { ParsedAction } from './parseFunction.ts';

/** The action is the last outermost fenced block, the thought what stands around it, put together without separator; neither is stripped. */
export function parseFencedAction(input: ResponseInput): ParsedAction {
  const text = messageText(input);
  const block = lastFencedBlock(text);
  if (!block) throw formatError('No action found in model response.', firstLine(text));
  const { span, inner } = block;
  return {
    thought: text.slice(0, span.start) + text.slice(span.end),
    action: text.slice(inner.start, inner.end),
    thoughtPlace: { span: thoughtSpan(text, span) },
    actionPlace: { span, inner },
  };
}
