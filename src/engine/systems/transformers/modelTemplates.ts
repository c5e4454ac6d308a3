import type { ModelTemplates } from '../../parsers/modelTemplates.ts';
import { deriveForDefinition } from './derive/deriveForDefinition.ts';
import { deriveForModel } from './derive/deriveForModel.ts';
import { configTemplateEdits, definitionTemplateEdits, templateEdits } from './forms/templateEdits.ts';
import { roundTripModel } from './modelConversations.ts';
import { modelDefinition } from './modelDefinition.ts';
import { modelProblems } from './modelProblems.ts';
import { modelServingProblems, servingVerdicts } from './serving/modelServingProblems.ts';
import { servedBy, servers, servingEnginesOf } from './serving/servingEngines.ts';
import { isServed, servedSpan, servingOf, servingProblems } from './serving/servingProblems.ts';
import { namedModelKeys, namedTemplateFile } from './tokenizerConfig.ts';

/** Response templates, and the chat templates that they answer. */
export const transformersModels: ModelTemplates = {
  definitionOf: modelDefinition,
  namingKeys: namedModelKeys,
  namedFile: namedTemplateFile,
  problems: modelProblems,
  servingProblems: (files, engines) => modelServingProblems(files, servingEnginesOf(engines)),
  servingVerdicts: (template, engines) => servingVerdicts(template, servingEnginesOf(engines)),
  isServed,
  servedSpan,
  definitionProblems: (definitions, engines, host) => servingProblems(definitions, servingEnginesOf(engines), host),
  definitionVerdicts: (definitions, engines, host) => servingOf(definitions, servingEnginesOf(engines), host),
  roundTrips: roundTripModel,
  servers,
  serverFor: engines => servedBy(servingEnginesOf(engines)),
  derive: deriveForModel,
  deriveFor: deriveForDefinition,
  configEdits: configTemplateEdits,
  configEditsOf: templateEdits,
  definitionEdits: definitionTemplateEdits,
};
