// validation/: JSON Schema with Pydantic's lax coercions and messages.

export { errorMessage, inputLocation, issueOf, maxIssues, type ValidationIssue } from './errorMessage.ts';
export { dictField } from './fieldTypes/dictField.ts';
export { enumField } from './fieldTypes/enumField.ts';
export { floatField } from './fieldTypes/floatField.ts';
export { intField } from './fieldTypes/intField.ts';
export { listField } from './fieldTypes/listField.ts';
export { literalField } from './fieldTypes/literalField.ts';
export { type Extras, type ModelField, modelField } from './fieldTypes/modelField.ts';
export { anyField, nullableField } from './fieldTypes/simpleFields.ts';
export { stringField } from './fieldTypes/stringField.ts';
export { unionField } from './fieldTypes/unionField.ts';
export { urlField } from './fieldTypes/urlField.ts';
export { isNumber } from './jsonSchema/jsonTypes.ts';
export { SchemaCheck } from './jsonSchema/schemaCheck.ts';
export { jsonPath, type SchemaError } from './jsonSchema/schemaError.ts';
export { buildModel, type PydanticModel, type ValidationOutcome } from './pydanticModel.ts';
export { RegexError } from './rustRegex/regexSyntax.ts';
export { type Regex, rustRegex } from './rustRegex/rustRegex.ts';
export type { Builder } from './schema/builder.ts';
export { buildModelClass } from './schema/buildObject.ts';
export { checkRoot } from './schema/checkRoot.ts';
export { checkSchema } from './schema/checkSchema.ts';
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
export { nearestType } from './schema/schemaTypes.ts';
export { schemaReferences } from './schema/subschemas.ts';
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
export { type Breach, enumCause, jsonTypeOf, shortMessage, shown, wantedWords } from './violations/breach.ts';
export { type ArgumentNames, argumentViolations, missingViolations } from './violations/missingViolations.ts';
export { violationsOfModel } from './violations/modelViolations.ts';
export { nearestVariant } from './violations/nearestVariant.ts';
export { outsideEnum } from './violations/outsideEnum.ts';
export { placeViolations, pointerOf } from './violations/placeViolations.ts';
export { refusedBySchema, settled, type ViolationsOf, violationsOfSchema } from './violations/schemaViolations.ts';
export { respelt, textWithin } from './violations/spelling.ts';
