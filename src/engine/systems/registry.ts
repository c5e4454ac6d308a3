// systems/: everything about one system behind one face, `system.ts`, and the list of them.

import type { PythonReading } from '../code/python/read/readPython.ts';
import type { RegistryEntry } from '../core/registryEntry.ts';
import type { ConversationFormatting } from '../messages/conversationFormatting.ts';
import type { LogReader } from '../messages/logReader.ts';
import type { TruncationType } from '../messages/truncation.ts';
import type { ConversionRule } from '../parsers/conversion/conversionRule.ts';
import type { ExportFormat, ImportFormat } from '../parsers/interchange.ts';
import { type ModelTemplates, noModelTemplates } from '../parsers/modelTemplates.ts';
import type { ParserType } from '../parsers/parserType.ts';
import type { ScriptClasses } from '../parsers/scriptParsers.ts';
import type { PythonClasses } from '../parsers/sourceClasses.ts';
import {
  type ConversationFeatures,
  type DefinitionForm,
  inOrder,
  type Placed,
  type System,
} from '../parsers/system.ts';
import { agentscopeForms } from './agentscope/forms.ts';
import { agentscope } from './agentscope/system.ts';
import { agentscope2Forms } from './agentscope2/forms.ts';
import { agentscope2 } from './agentscope2/system.ts';
import { custom } from './custom/system.ts';
import { dspyForms } from './dspy/forms.ts';
import { dspy } from './dspy/system.ts';
import { langchainForms } from './langchain/forms.ts';
import { langchain } from './langchain/system.ts';
import { langroidForms } from './langroid/forms.ts';
import { langroid } from './langroid/system.ts';
import { listedTypes } from './listedTypes.ts';
import { miniSweAgentForms } from './miniSweAgent/forms.ts';
import { miniSweAgent } from './miniSweAgent/system.ts';
import { structured } from './structured/system.ts';
import { sweagentForms } from './sweagent/forms.ts';
import { sweagent } from './sweagent/system.ts';
import type { SystemForms } from './systemForms.ts';
import { transformersForms } from './transformers/forms.ts';
import { transformersModels } from './transformers/modelTemplates.ts';
import { transformers } from './transformers/system.ts';

/** Every system that ParserLens knows, in the order in which pickers show their types. */
const systems: readonly System[] = [
  agentscope,
  agentscope2,
  sweagent,
  miniSweAgent,
  langroid,
  langchain,
  dspy,
  structured,
  transformers,
  custom,
];

/** Their forms. A list of its own, and functions: what asks for types alone does not load what writes and reads source. */
const systemForms = (): readonly SystemForms[] => [
  agentscopeForms,
  agentscope2Forms,
  sweagentForms,
  miniSweAgentForms,
  langroidForms,
  langchainForms,
  dspyForms,
  transformersForms,
];

/** What reads open models by their templates. A list of its own for the same reason. */
const systemModels = (): readonly ModelTemplates[] => [transformersModels];

/** Every parser type that ParserLens knows, in the order in which pickers show them. */
export const parserTypes: readonly (ParserType & RegistryEntry)[] = systems.flatMap(listedTypes);

/** The ways from type to type: on which nothing is lost, or with a list of what is; of those from one type in the order in which they are offered. A way to another system's type is none without that system. @internal */
export const conversionRules: readonly ConversionRule[] = systems
  .flatMap(({ conversions = [] }) => conversions)
  .filter(({ to }) => parserTypes.some(({ type }) => type === to));

/** The systems' ways to make a conversation fit, in the order in which pickers show them. @internal */
export const systemTruncations: readonly TruncationType[] = inOrder(
  systems.flatMap(({ truncations = [] }) => truncations),
);

/** What of a conversation's file is a system's own. @internal */
export const systemConversations: readonly ConversationFeatures[] = systems.flatMap(({ conversation }) =>
  conversation ? [conversation] : [],
);

/** Files of systems' own that are definitions. @internal */
export const systemFiles: readonly DefinitionForm[] = systems.flatMap(({ files = [] }) => files);

/** The kinds of logs that systems write. @internal */
export const systemLogs: readonly LogReader[] = systems.flatMap(({ logs = [] }) => logs);

/** How systems format conversations that are for them. @internal */
export const systemFormattings: readonly ConversationFormatting[] = systems.flatMap(
  ({ formatting }) => formatting ?? [],
);

/** The keys of a message that systems read. @internal */
export const systemMessageKeys: readonly string[] = systemConversations.flatMap(({ messageKeys }) =>
  Object.keys(messageKeys),
);

/** The forms that systems can be written in, each with its place in pickers. @internal */
export function systemExports(): readonly Placed<ExportFormat>[] {
  return systemForms().flatMap(({ exports = [] }) => exports);
}

/** The forms that systems can be read from, each with its place among those that are tried. @internal */
export function systemImports(): readonly Placed<ImportFormat>[] {
  return systemForms().flatMap(({ imports = [] }) => imports);
}

/** How the systems' Python is read, in the order in which what was found is named. @internal */
export function pythonReadings(): readonly PythonReading[] {
  return inOrder(systemForms().flatMap(({ python = [] }) => python));
}

/** The forms of a system, by its name. @internal */
export function formsOf(name: string): SystemForms | undefined {
  return systemForms().find(({ system }) => system === name);
}

/** What reads the templates of open models. */
export function modelTemplates(): ModelTemplates {
  return systemModels()[0] ?? noModelTemplates;
}

/** Python with `payload_of(case)` of the formatters of a system; without one, of the first that has any. @internal */
export function payloadInPython(system: string | undefined): string | undefined {
  return system === undefined ? firstOfForms(forms => forms.payloadInPython) : formsOf(system)?.payloadInPython;
}

/** The systems whose framework in Python can be run. @internal */
export const systemsInPython: readonly string[] = systems.flatMap(({ name, isInPython }) => (isInPython ? [name] : []));

/** How the systems' parsers are made in Python that is read without being run. @internal */
export function pythonClasses(): readonly PythonClasses[] {
  return systemForms().flatMap(each => each.pythonClasses ?? []);
}

/** How the systems' parsers are made in TypeScript that is read without being run. @internal */
export function scriptClasses(): readonly ScriptClasses[] {
  return systemForms().flatMap(each => each.scriptClasses ?? []);
}

/** What the first system that has an answer says of it by its forms; `undefined`: none does. @internal */
export function firstOfForms<T>(answer: (forms: SystemForms) => T | undefined): T | undefined {
  for (const each of systemForms()) {
    const found = answer(each);
    if (found !== undefined) return found;
  }
  return undefined;
}
