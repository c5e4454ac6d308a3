// definition/: reading `*.parser.json`, every check of it, and the parser made from it.

export { type AnswerReader, createAnswerReader, responseText, textOf } from './answerReader.ts';
export {
  checkDefinitions,
  type DefinitionPattern,
  fileProblems,
  hasFileProblems,
  moduleFault,
  moduleProblem,
  patternRisk,
  patternsOf,
  riskProblem,
} from './checkDefinitions.ts';
export { commonKeys, filterKeys, filterNames } from './commonKeys.ts';
export { exampleResponse, filesStoodOn, moduleOf, unjudgedKey } from './definitionFacts.ts';
export { answerOfKeys, DefinitionUses } from './definitionUses.ts';
export { type DefinitionKeys, definitionKeys, holdsKeys, type KeyUse } from './keyUses.ts';
export {
  type DefinitionFile,
  type DefinitionName,
  definitionNames,
  outlineDefinitions,
  readAgain,
  readDefinitions,
} from './readDefinitions.ts';
export { createParser, parserOf, type ResponseParser } from './responseParser.ts';
export { compareRuntimes, type RuntimeReading } from './runtimes.ts';
export { type LinkText, sourceReference, withLinks, writtenPart } from './sourceLinks.ts';
export { type DefinitionReference, splitReference } from './splitReference.ts';
export { roleOfMember, valueMembers } from './valueMembers.ts';
