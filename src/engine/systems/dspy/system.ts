import type { System } from '../../parsers/system.ts';
import { modelToSignature } from './convert/modelToSignature.ts';
import { signatureToModel } from './convert/signatureToModel.ts';
import { signatureToTags } from './convert/signatureToTags.ts';
import { tagsToSignature } from './convert/tagsToSignature.ts';
import { dspyTypes } from './dspyTypes.ts';
import { adapterRules } from './jsonFallback.ts';

/** DSPy. */
export const dspy: System = {
  name: 'DSPy',
  isInPython: true,
  types: dspyTypes,
  conversions: [...adapterRules, tagsToSignature, signatureToTags, modelToSignature, signatureToModel],
};
