import { fromExport, parses } from '../../../code/python/write/askedSource.ts';
import type { InstalledFramework } from '../../../parsers/askedFramework.ts';
import type { Definition } from '../../../parsers/definition.ts';
import { boundText, strategyAsked, strategyMessage, strategyRefusal } from './askedStrategy.ts';
import { langchainPythonClasses } from './langchainClasses.ts';
import { langchainExport } from './langchainExport.ts';

const langchain: InstalledFramework = {
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

/** The package of LangChain's that has a definition's class. */
export function installedLangchain({ type }: Definition): InstalledFramework {
  const module = langchainPythonClasses.get(type)?.module;
  if (module?.startsWith('langchain_classic')) return classicLangchain;
  return module?.startsWith('langchain.agents') ? langchainAgents : langchain;
}
