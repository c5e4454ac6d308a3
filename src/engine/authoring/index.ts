// authoring/: completion, rename, edits as data, conversions between types.

export { addSourceDefinition } from './addSourceDefinition.ts';
export { closeTyping } from './closeTyping.ts';
export {
  type Conversion,
  type ConversionTokens,
  conversionTokens,
  convertType,
  type PossibleConversion,
} from './convertType.ts';
export { definitionSchema } from './definitionSchema.ts';
export { completeKeys, type KeyCompletions } from './keyCompletions.ts';
export { renameInSamples, renameKey } from './renameKey.ts';
export { addSample, type MovedSamples, moveSamples, type NewSample, type SampleOwner } from './sampleEdits.ts';
export { tokenizerConfigSchema } from './tokenizerConfigSchema.ts';
export { updateExpectation } from './updateExpectation.ts';
