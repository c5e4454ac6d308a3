// validation/: JSON Schema with Pydantic's lax coercions and messages.

export { errorMessage, inputLocation, issueOf, maxIssues, type ValidationIssue } from './errorMessage.ts';
export { dictField, listField } from './fieldTypes/collectionFields.ts';
export { enumField, literalField } from './fieldTypes/enumFields.ts';
export { type Extras, type ModelField, modelField } from './fieldTypes/modelField.ts';
export { floatField, intField } from './fieldTypes/numberFields.ts';
export { anyField, nullableField } from './fieldTypes/simpleFields.ts';
export { stringField } from './fieldTypes/stringFields.ts';
export { unionField } from './fieldTypes/unionFields.ts';
export { urlField } from './fieldTypes/urlField.ts';
export { isNumber } from './jsonSchema/jsonTypes.ts';
export { jsonPath, type SchemaError } from './jsonSchema/keyword.ts';
export { SchemaCheck } from './jsonSchema/schemaCheck.ts';
export { buildModel, type PydanticModel, type ValidationOutcome } from './pydanticModel.ts';
export { RegexError } from './rustRegex/regexSyntax.ts';
export { type Regex, rustRegex } from './rustRegex/rustRegex.ts';
export type { Builder } from './schema/builder.ts';
export { buildModelClass } from './schema/buildObject.ts';
export { checkRoot, checkSchema } from './schema/checkSchema.ts';
export { nearestType, schemaReferences } from './schema/keywords.ts';
export { schemaBuilder } from './schema/schemaBuilder.ts';
export {
  dictAt,
  findReference,
  listAt,
  numberAt,
  referenceSteps,
  resolveReference,
  type SchemaProblem,
  stringAt,
} from './schema/schemaReader.ts';
export { daysInMonth, pyDate, pyDateTime } from './temporal/calendar.ts';
export { utf8Length } from './text.ts';
export {
  BudgetSpent,
  type Failed,
  fail,
  failed,
  inside,
  type LineError,
  newRun,
  type Run,
  type Validator,
} from './validator.ts';
export {
  type Breach,
  enumCause,
  inShort,
  jsonTypeOf,
  placeViolations,
  pointerOf,
  shortMessage,
  wantedWords,
} from './violations/breach.ts';
export { violationsOfModel } from './violations/modelViolations.ts';
export { nearestVariant } from './violations/nearestVariant.ts';
export {
  type ArgumentNames,
  argumentViolations,
  missingViolations,
  outsideEnum,
} from './violations/plainViolations.ts';
export { refusedBySchema, settled, type ViolationsOf, violationsOfSchema } from './violations/schemaViolations.ts';
export { respelt, textWithin } from './violations/spelling.ts';
