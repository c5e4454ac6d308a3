import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue, toPlain } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { firstCodePoints, jsonLoads, pyContains, pyStr } from '../../python/index.ts';
import { objectSpans } from './balancedObjects.ts';
import { cleanText } from './reasoning.ts';
import { type Salvage, salvage } from './salvageText.ts';

/** What tolerant reading made of a cleaned text: from an object in it, or a line that was salvaged. */
export type AgentOutput = { readonly value: PyDict } & (
  | {
      readonly object: Span;
      /** The key that `text` was taken from; absent where it is the object itself. */
      readonly textKey?: string;
      /** A kind that is not allowed, which the fallback took the place of. */
      readonly replacedKind?: PyValue;
    }
  | { readonly salvaged: Salvage }
);

/**
 * Reads a text that {@link cleanText} left: the last object that is JSON, with a kind that is allowed and a text; else a
 * salvaged line. Throws `EngineError` where Python's `json` raises what multi-agent-lab does not catch. Linear.
 */
export function readAgentOutput(cleaned: string, allowedKinds: readonly PyValue[], fallbackKind: PyValue): AgentOutput {
  for (const span of objectSpans(cleaned).toReversed()) {
    const result = jsonLoads(cleaned, span);
    if (!result.ok && result.error.kind !== 'JSONDecodeError')
      throw new EngineError(result.error.kind, result.error.message);
    if (result.ok && isPyDict(result.value))
      return completed(result.value, cleaned.slice(span.start, span.end), span, allowedKinds, fallbackKind);
  }
  const salvaged = salvage(cleaned);
  const value = new Map<string, PyValue>([
    ['kind', fallbackKind],
    ['text', salvaged.text],
    ['_raw_fallback', true],
  ]);
  return { value, salvaged };
}

/** multi-agent-lab's `parse_agent_output`, as plain data. Throws `EngineError` like {@link readAgentOutput}. */
export function parseAgentOutput(raw: string | null, allowedKinds: readonly string[], fallbackKind: string): unknown {
  return toPlain(readAgentOutput(cleanText(raw ?? '').text, allowedKinds, fallbackKind).value);
}

function completed(
  data: PyDict,
  source: string,
  object: Span,
  allowedKinds: readonly PyValue[],
  fallbackKind: PyValue,
): AgentOutput {
  const value = new Map(data);
  const given = data.get('kind') ?? (data.has('kind') ? null : fallbackKind);
  const isAllowed = pyContains(allowedKinds, given);
  value.set('kind', isAllowed ? given : fallbackKind);
  const replaced = data.has('kind') && !isAllowed ? { replacedKind: given } : {};
  if (typeof data.get('text') === 'string') return { value, object, textKey: 'text', ...replaced };
  const textKey = ['content', 'message'].find(key => data.has(key));
  value.set('text', textKey === undefined ? firstCodePoints(source, 200) : pyStr(data.get(textKey) ?? null));
  return { value, object, ...(textKey !== undefined && { textKey }), ...replaced };
}
