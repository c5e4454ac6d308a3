import { EngineError } from '../../../core/errors.ts';
import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import { chatTemplateOf } from '../../../tokens/chatTemplates/applyChatTemplate.ts';
import { chatNames } from '../warnings/chatNames.ts';
import type { FieldJson } from './callParts.ts';
import { AskedTemplate } from './probes.ts';
import { type Proof, type ProvenKind, proveTemplate } from './proveTemplate.ts';
import { answerRegions, templateOf } from './regions.ts';

/** What answers are read by, made from a chat template alone. */
export interface DerivedTemplate {
  readonly template: FieldJson;
  /** Whether messages of every kind come back, as far as the answer holds them at all. */
  readonly proved: boolean;
  readonly kinds: readonly ProvenKind[];
}

/** The chat template of a model, and what it is given. */
export interface DerivedModel {
  readonly chatTemplate: PyValue;
  readonly specialTokens: PyDict;
}

/**
 * Makes a response template from a chat template: conversations are rendered whose words are known, and what surrounds these
 * words are the delimiters. Then other conversations are rendered and read by it. Raises what the chat template raises for
 * plain words, and `ValueError` where it does not write them. The time is that of some hundred renderings.
 */
export function deriveTemplate({ chatTemplate, specialTokens }: DerivedModel): DerivedTemplate {
  const text = chatTemplateOf(chatTemplate, null, null);
  const names = chatNames(text);
  const asked = new AskedTemplate(text, specialTokens);
  const regions = answerRegions(asked, names.attributes);
  if (!regions) throw new EngineError('ValueError', 'The chat template does not write the words of an answer.');
  const switches = [...names.variables.keys()].filter(name => /think|reason|thought/i.test(name));
  const variants: PyDict[] = [
    new Map(),
    ...switches.flatMap(name => [new Map([[name, true]]), new Map([[name, false]])]),
  ];
  let best: { readonly template: FieldJson; readonly proof: Proof } | undefined;
  for (const joins of [false, true]) {
    const template = templateOf(regions, { joins });
    const proof = proveTemplate(asked, regions, template, variants);
    if (!best || proof.failures < best.proof.failures) best = { template, proof };
    if (proof.proved) break;
  }
  const { template, proof } = best!;
  return { template, proved: proof.proved, kinds: proof.kinds };
}
