// authoring/: completion, rename, edits as data, conversions between types.

export { addSample, type NewSample } from './addSample.ts';
export { addSourceDefinition } from './addSourceDefinition.ts';
export { closeTyping } from './closeTyping.ts';
export { type ConversionTokens, conversionTokens } from './conversionTokens.ts';
export { type Conversion, convertType, type PossibleConversion } from './convertType.ts';
export { definitionSchema } from './definitionSchema.ts';
export { completeKeys, type KeyCompletions } from './keyCompletions.ts';
export { type MovedSamples, moveSamples, type SampleOwner } from './moveSamples.ts';
export { renameInSamples, renameKey } from './renameKey.ts';
export { tokenizerConfigSchema } from './tokenizerConfigSchema.ts';
export { updateExpectation } from './updateExpectation.ts';
