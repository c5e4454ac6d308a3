import * as z from 'zod';
import { ResponseError } from '../../core/errors.ts';
import { refusedBy, refusing } from '../../core/refusedValue.ts';
import type { Edit } from '../../core/span.ts';
import type { ConversionRule } from '../../parsers/conversion/conversionRule.ts';
import { removeMember, uniqueMembers } from '../../parsers/conversion/nodeEdits.ts';
import { plainMembers, sameValue } from '../../parsers/conversion/sameValue.ts';
import type { Definition } from '../../parsers/definition.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import type { FallbackRequest } from '../../parsers/parserFeatures.ts';
import { textOf } from '../../parsers/shared/pieces.ts';
import { demosOf, signatureIn, signatureOf } from './definedSignature.ts';
import { answerText, demoMessages, requestMessage, sentDemos } from './requestMessage.ts';
import { type AdapterName, adapterNames, type DspySignature } from './signature.ts';
import { systemText } from './systemText.ts';

/** The key of adapters that fall back. */
export const fallbackKeys = {
  use_json_adapter_fallback: z
    .boolean()
    .describe('Whether DSPy asks again, with `JSONAdapter`, after an answer that does not read. Default: true.')
    .optional(),
};

/** Whether an adapter falls back to `JSONAdapter`: `ChatAdapter`, and `XMLAdapter`, which derives from it. */
export function fallsBack(adapter: AdapterName): boolean {
  return adapter === 'ChatAdapter' || adapter === 'XMLAdapter';
}

/**
 * The request that DSPy sends after an answer that such an adapter cannot read, without a word to anybody: the same with
 * `JSONAdapter`, demos included, inputs not. `undefined`: the definition switches it off, or has no signature yet.
 */
export function jsonFallback(source: DefinitionSource): FallbackRequest | undefined {
  if (source.config.get('use_json_adapter_fallback') === false) return undefined;
  const signature = signatureIn(source);
  if (!signature) return undefined;
  const demos = sentDemos(signature, demosOf(source)).flatMap(({ demo, isWhole }) =>
    demoMessages('JSONAdapter', signature, demo, isWhole),
  );
  const request = textOf(requestMessage('JSONAdapter', signature, () => undefined));
  return { reader: 'JSONAdapter', messages: [textOf(systemText('JSONAdapter', signature)), ...demos, request] };
}

const warnings = new WeakMap<DspySignature, string>();

/** What reading gives; an error that it raises says as a warning what DSPy does then. */
export function withFallbackWarning<T>(adapter: AdapterName, source: DefinitionSource, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const warning = error instanceof ResponseError && fallsBack(adapter) ? warningOf(source) : undefined;
    if (!(error instanceof ResponseError) || warning === undefined) throw error;
    const failure = new ResponseError(error.class, error.message, { ...error.details, warnings: [warning] });
    throw refusing(failure, refusedBy(error));
  }
}

function warningOf(source: DefinitionSource): string | undefined {
  const signature = signatureIn(source);
  if (!signature) return undefined;
  const cached = warnings.get(signature);
  if (cached !== undefined) return cached;
  const request = jsonFallback(source);
  if (!request) return undefined;
  // `toLocaleString` loads the data of all languages, which takes longer than a check of the definition.
  const size = String(request.messages.join('').length).replace(/\B(?=(?:\d{3}){1,6}$)/g, ',');
  const warning = `DSPy says nothing of this and asks again, with \`JSONAdapter\`: a second request, of ${size} characters without inputs.`;
  warnings.set(signature, warning);
  return warning;
}

/** DSPy's adapters write the same signature each in its own form: every key stays, and answers are written anew. */
export const adapterRules: readonly ConversionRule[] = adapterNames.flatMap(from =>
  adapterNames
    .filter(to => to !== from)
    .map(
      (to): ConversionRule => ({
        from,
        to,
        plan: ({ text, definition }) => ({
          edits: fallsBack(to) ? [] : withoutFallback(text, definition),
          rewrite: ({ value }) => answerText(to, signatureOf(definition.source), plainMembers(value), null).trimEnd(),
        }),
        isSameValue: sameValue,
        hasOwnErrors: true,
      }),
    ),
);

/** An adapter that has no fallback has no key for it. */
function withoutFallback(text: string, { source }: Definition): readonly Edit[] {
  const root = source.nodeAt([])!;
  return Object.keys(fallbackKeys).flatMap(key => {
    const member = uniqueMembers(root, 'the definition').get(key)?.value.parent;
    return member ? removeMember(text, root, member) : [];
  });
}
