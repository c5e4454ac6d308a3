// installed/: definitions against the Python framework that is installed.

import type { Host } from '../core/host.ts';
import type { Definition } from '../parsers/definition.ts';
import type { ExportFormat } from '../parsers/interchange.ts';
import { agentscopeExport } from '../systems/agentscope/forms/agentscopeExport.ts';
import { dspyExport } from '../systems/dspy/forms/dspyExport.ts';
import { langchainPythonClasses } from '../systems/langchain/forms/langchainClasses.ts';
import { langchainExport } from '../systems/langchain/forms/langchainExport.ts';
import { langroidExport } from '../systems/langroid/forms/langroidExport.ts';
import { calledText, structuredOutputAsked, toolText } from './askedAgentScope2.ts';
import { dspyAsked, dspyMessages } from './askedDspy.ts';
import type { AskedFramework } from './askedPython.ts';
import { langroidAsked, miniSweAgentAsked, sweAgentAsked } from './askedSources.ts';
import { boundText, strategyAsked, strategyMessage, strategyRefusal } from './askedStrategy.ts';
import { transformersAsked } from './askedTransformers.ts';
import type { installedSystems } from './hasInstalledFramework.ts';
import type { InstalledSource } from './installedSource.ts';

/** A framework whose installed version can be asked what a definition of its types gives. */
export interface InstalledFramework extends AskedFramework {
  /** Whether its errors have a message that ours repeats. */
  readonly hasMessages: boolean;
  /** Whether parsers that read messages are given one: a response that is a provider's as JSON, or one with its text. */
  readonly takesMessages: boolean;
  /** How the object reads a text, as an expression of Python: `parser.parse(TEXT)`. */
  reads(variable: string, text: string): string;
  /** What it is given of a text, where that is not the text itself. */
  given?(definition: Definition, text: string): string;
  /** What is compared with what it says to the model, where that is not the format instruction. */
  told?(definition: Definition): string;
  /** The definition as Python; a text: why there is none. Total. */
  source(definition: Definition, host: Host): InstalledSource | string | Promise<InstalledSource | string>;
}

/** The name under which a definition is exported, so that its variable is known. */
const exported = 'parser';

function fromExport(format: ExportFormat, asked?: (text: string, variable: string, definition: Definition) => string) {
  return (definition: Definition): InstalledSource | string => {
    const refusal = format.refuses(definition);
    if (refusal !== undefined) return refusal;
    const { text, losses } = format.write([{ ...definition, name: exported }]);
    // The last variable of the file is the parser.
    const variable = [...text.matchAll(/^(\w+) = /gm)].at(-1)?.[1] ?? exported;
    return {
      text: asked ? asked(text, variable, definition) : text,
      variable: asked ? 'asked' : variable,
      notes: losses.filter(({ key }) => key !== 'samples').map(({ message }) => message),
    };
  };
}

const parses = (variable: string, text: string) => `${variable}.parse(${text})`;

const langchain: InstalledFramework & { readonly name: 'LangChain' } = {
  name: 'LangChain',
  distributions: ['langchain-core', 'pydantic'],
  hasMessages: true,
  takesMessages: true,
  reads: (variable, text) => `${variable}.invoke(${text})`,
  source: fromExport(langchainExport),
};

/** LangChain's strategies: an agent makes something of an answer, whose model is one of ours. */
const langchainAgents: InstalledFramework = {
  ...langchain,
  distributions: ['langchain', 'langchain-core', 'langgraph', 'pydantic'],
  takesMessages: false,
  reads: parses,
  given: strategyMessage,
  told: boundText,
  source: definition => strategyRefusal(definition) ?? fromExport(langchainExport, strategyAsked)(definition),
};

/** LangChain's classic parsers: of a package of their own, which before 1.0 was LangChain's. */
const classicLangchain: InstalledFramework = {
  ...langchain,
  distributions: ['langchain-classic', 'langchain', 'langchain-core', 'pydantic'],
  async source(definition, host) {
    const made = await langchain.source(definition, host);
    return typeof made === 'string' ? made : { ...made, text: withOlderLangchain(made.text) };
  },
};

/** Imports of `langchain_classic` with those of `langchain` where it is not installed. */
function withOlderLangchain(text: string): string {
  const lines = text.split('\n');
  const made: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const start = 'from langchain_classic.';
    if (!lines[i]!.startsWith(start)) {
      made.push(lines[i]!);
      continue;
    }
    const end = lines[i]!.endsWith('(') ? lines.indexOf(')', i) : i;
    const block = lines.slice(i, end + 1);
    const older = [`from langchain.${block[0]!.slice(start.length)}`, ...block.slice(1)];
    const indented = (each: readonly string[]) => each.map(line => `    ${line}`);
    made.push('try:', ...indented(block), 'except ModuleNotFoundError:', ...indented(older));
    i = end;
  }
  return made.join('\n');
}

const frameworks: readonly (InstalledFramework & { readonly name: (typeof installedSystems)[number] })[] = [
  {
    name: 'AgentScope',
    distributions: ['agentscope', 'pydantic'],
    hasMessages: true,
    takesMessages: false,
    reads: (variable, text) => `${variable}.parse(ModelResponse(text=${text})).parsed`,
    source: fromExport(agentscopeExport),
  },
  langchain,
  {
    name: 'Langroid',
    distributions: ['langroid', 'pydantic'],
    hasMessages: true,
    takesMessages: false,
    reads: parses,
    source: fromExport(langroidExport, langroidAsked),
  },
  {
    name: 'SWE-agent',
    distributions: ['sweagent', 'pydantic'],
    hasMessages: true,
    takesMessages: false,
    reads: parses,
    source: definition => ({ text: sweAgentAsked(definition), variable: 'asked', notes: [] }),
  },
  {
    name: 'mini-swe-agent',
    distributions: ['mini-swe-agent', 'jinja2'],
    hasMessages: false,
    takesMessages: false,
    reads: parses,
    source: definition => ({ text: miniSweAgentAsked(definition), variable: 'asked', notes: [] }),
  },
  {
    name: 'AgentScope 2',
    distributions: ['agentscope', 'pydantic', 'jsonschema', 'json-repair'],
    hasMessages: true,
    takesMessages: false,
    reads: (variable, text) => `asyncio.run(${variable}.parse(${text}))`,
    given: calledText,
    told: toolText,
    source: structuredOutputAsked,
  },
  {
    name: 'transformers',
    distributions: ['transformers', 'regex', 'jinja2'],
    hasMessages: true,
    takesMessages: false,
    reads: parses,
    source: transformersAsked,
  },
  {
    name: 'DSPy',
    distributions: ['dspy', 'pydantic', 'json-repair'],
    hasMessages: true,
    takesMessages: false,
    reads: parses,
    told: dspyMessages,
    source: fromExport(dspyExport, dspyAsked),
  },
];

/** The framework in Python that a definition’s type is of; `undefined`: there is none, as for parsers of one's own. */
export function installedFramework(definition: Definition): InstalledFramework | undefined {
  const { system, type } = definition.parserType;
  const module = langchainPythonClasses.get(type)?.module;
  if (module?.startsWith('langchain_classic')) return classicLangchain;
  if (module?.startsWith('langchain.agents')) return langchainAgents;
  return frameworks.find(({ name }) => name === system);
}
