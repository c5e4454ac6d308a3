import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { ModelTemplates } from '../../parsers/modelTemplates.ts';
import { readOpenModel } from '../../tokens/index.ts';
import { deriveForDefinition, deriveForModel } from './derive/deriveTemplate.ts';
import { configTemplateEdits, definitionTemplateEdits, templateEdits } from './forms/templateEdits.ts';
import { roundTripModel } from './modelConversations.ts';
import { servedBy, servers, servingEnginesOf } from './serving/servingEngines.ts';
import {
  isServed,
  modelServingProblems,
  servedSpan,
  servingOf,
  servingProblems,
  servingVerdicts,
} from './serving/servingProblems.ts';
import { namedModelKeys, namedTemplateFile } from './tokenizerConfig.ts';
import { modelProblems } from './warnings/modelWarnings.ts';

/** The keys of a `response_template` definition that reads a model's answers. Raises `KeyError` for a model without a response template. */
function modelDefinition(files: ReadonlyMap<string, string>): PyDict {
  const { responseTemplate, chatTemplate, specialTokens } = readOpenModel(files);
  if (responseTemplate === undefined)
    throw new EngineError(
      'KeyError',
      'tokenizer_config.json has no `response_template`: its answers are read by nothing.',
    );
  const text = isPyDict(chatTemplate)
    ? (chatTemplate.get('default') ?? [...chatTemplate.values()][0] ?? null)
    : chatTemplate;
  return new Map<string, PyValue>([
    ['type', 'response_template'],
    ['response_template', responseTemplate],
    ...(typeof text === 'string' ? [['chat_template', text] as const] : []),
    ['special_tokens', specialTokens],
  ]);
}

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
