import type { ParserType } from '../../parsers/parserType.ts';
import { attempt } from '../../parsers/shared/attempt.ts';
import { typesOwn } from '../../parsers/shared/keyNames.ts';
import type { ValueKeys } from '../../parsers/shared/valueKeys.ts';
import { checkSettings, filterPatterns } from './checkSettings.ts';
import { actionResult, commandFunctions } from './commandFunctions.ts';
import type { ParseFunction } from './parseFunction.ts';
import { createSweAgentParser } from './sweAgentParser.ts';
import { toolKeys } from './toolKeys.ts';
import { readToolSettings } from './toolSettings.ts';

/** The keys that every parse function gives. */
const actionKeys: ValueKeys = {
  keys: [
    { name: 'thought', ...typesOwn, documentation: 'What the model says beside the action.' },
    { name: 'action', ...typesOwn, documentation: 'What SWE-agent runs.' },
  ],
  open: false,
  exact: true,
  lists: [],
};

/** The parser type of a parse function. */
export function sweAgentType(parseFunction: ParseFunction): ParserType {
  const { type, summary, want, answer, documentation, template, errorMessage } = parseFunction;
  const { requirements, prose, messageParts, draft, grammar, noGrammar, reader, needsThought, isShell } = parseFunction;
  return {
    type,
    system: 'SWE-agent',
    summary,
    want,
    answer,
    documentation: `${documentation}
- The value is a dictionary of \`thought\` and \`action\`; \`keys_to_content\`, \`keys_to_memory\` and \`keys_to_metadata\` say what goes where.
- The instruction is the documentation of \`commands\`, which SWE-agent’s prompts contain as \`{{command_docs}}\`.`,
    keys: toolKeys,
    filters: true,
    framework: {
      asksAgain: {
        withAnswer: true,
        role: 'user',
        failures: 'latest',
        note: 'SWE-agent sends the refused answer and its error template; only the latest failure is shown.',
      },
    },
    display: {
      highlights: [
        { name: 'thought', from: 'value', key: 'thought' },
        { name: 'action', from: 'value', key: 'action' },
      ],
      extra: {
        recognised: 'whose message it is',
        blocked: 'whether SWE-agent refuses to run the action',
        feedback: 'what the model is told of that',
      },
    },
    template,
    responses: {
      example: ({ config }) => parseFunction.example(readToolSettings(config, errorMessage)),
      answerParts: ({ config }) => ({
        parts: [
          {
            key: 'action',
            isJson: false,
            required: true,
            ...(isShell && { isShell }),
            ...(want !== 'code' && { isCommand: true }),
          },
          { key: 'thought', isJson: false, required: needsThought === true },
        ],
        blockEnds: new Map(
          (attempt(() => readToolSettings(config, errorMessage))?.commands ?? []).flatMap(({ name, endName }) =>
            endName === undefined ? [] : [[name, endName]],
          ),
        ),
      }),
      ...(prose && { prose }),
      ...(messageParts && { messageParts }),
      ...(draft && { draft }),
      ...(noGrammar !== undefined && { noGrammar }),
      ...(grammar && { grammar: ({ config }) => grammar(readToolSettings(config, errorMessage)) }),
    },
    create: (source, host) => createSweAgentParser(parseFunction, source, host),
    authoring: {
      valueKeys: () => actionKeys,
      check: source =>
        checkSettings(source, readToolSettings(source.config, errorMessage), parseFunction.sendsFunctions === true),
      patterns: source => filterPatterns(source, readToolSettings(source.config, errorMessage)),
      ...(requirements && { requirements: () => requirements }),
    },
    schemas: {
      functions: ({ config }) =>
        commandFunctions(type, readToolSettings(config, errorMessage), parseFunction.sendsFunctions === true),
      result: () => actionResult(parseFunction.takesAnyThought === true),
    },
    ...(reader && {
      streams: {
        reader: ({ config }, response, events) => reader(response, events, readToolSettings(config, errorMessage)),
      },
    }),
  };
}
