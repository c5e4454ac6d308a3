import { resolve } from 'node:path';
import {
  agentscopeReleases,
  type Conversation,
  conversationProblems,
  conversationVersions,
  type FormatConversationOptions,
  type FormatResult,
  formatConversation,
  formatters,
  newestRelease,
  oneLine,
  ownFormatters,
  type Problem,
  readConversation,
  resolveConversation,
  toJsonText,
  toJsonValue,
  truncations,
  unknownFormatter,
} from '../../engine/index.ts';
import { nodeResources } from '../../node/nodeResources.ts';
import { placedProblems } from '../../views/checkedFile.ts';
import { located } from '../../views/position.ts';
import { formatJson } from '../../views/resultJson.ts';
import type { Args, Command } from '../command.ts';
import { exitCode, type Io, print, tell, UsageError } from '../io.ts';
import { checkCounter, folderOf, loadConversationFile } from '../loadConversation.ts';
import { inputName, isTooLongForText, openInput, readLines, tooLong } from '../readInput.ts';
import { allowedHosts, confinesOf, reachOptions } from '../sharedOptions.ts';
import { readVersion, releaseWords } from './agentscopeVersion.ts';
import { explain } from './explain.ts';

/** The last one is the file's own module. */
const formatterNames = [...new Set([...formatters, ...ownFormatters].map(({ name }) => name)), 'custom'];

/** `parserlens format`: the payload of a conversation. */
export const formatCommand: Command = {
  name: 'format',
  summary: "turn a conversation into a provider's payload, truncated to a limit",
  help: `Usage: parserlens format FILE | - [--formatter F] [--counter TYPE[:MODEL]] [--max-tokens N] [--truncation T]
                         [--agentscope-version V] [--allow-host HOST]… [--root DIR] [--run-modules] [--explain]
                         [--json | --jsonl]

Prints the payload that the formatter makes of a conversation, as JSON. With a counter and a limit, messages are dropped
or shortened until the payload fits. Options win over what the file says. The instruction of the \`parser\` that the file
names is part of the payload, where its framework puts it.

  FILE          a .messages.json or .messages.jsonl, or - for standard input
  --formatter   one of:
${formatterNames.map(name => `                  ${name}\n`).join('')}  --counter     what to count with, see \`parserlens tokens --help\`
  --max-tokens  the limit in tokens
  --agentscope-version
                the release of AgentScope that is followed, ${agentscopeReleases[0]} to ${newestRelease}, or ${conversationVersions[0]} (default: the file's, or ${newestRelease})
  --truncation  how messages are made to fit (default: fifo):
${truncations.map(({ name, summary }) => `                  ${name}: ${summary}\n`).join('')}  --explain     print a table instead of the payload: the tokens of each message, and whether and why it was dropped
  --allow-host  a host that media may be fetched from (default: nothing is fetched); can be repeated
  --root        the folder that files must be in which the conversation names: media, the definition, a tokenizer; links
                resolved (default: the current folder)
  --run-modules run the module of the definition that the conversation names, if it is in that folder; the module that
                is the conversation's own formatter runs anyway
  --json        print one object: { payload, tokens, exact, formula, basis, perMessage, instruction, warnings, problems,
                agentscopeVersion }, or { error, problems }; "formula" is the system as which "exact" counts; a problem is
                { code, message, severity, index, line, column }, index being the message in the file, from 0
  --jsonl       one conversation per input line, one such object per output line, in order; exits with 1 if any failed
`,
  options: {
    formatter: { type: 'string' },
    counter: { type: 'string' },
    'max-tokens': { type: 'string' },
    truncation: { type: 'string' },
    'agentscope-version': { type: 'string' },
    explain: { type: 'boolean' },
    'allow-host': { type: 'string', multiple: true },
    ...reachOptions,
    json: { type: 'boolean' },
    jsonl: { type: 'boolean' },
  },
  positionals: [1, 1],
  async run(args, io) {
    const [path = '-'] = args.positionals;
    const options = await readOptions(args, path, io);
    if (args.flag('jsonl')) return formatLines(path, options, io);
    const loaded = await loadConversationFile(path, io);
    const { conversation } = loaded;
    needFormatter(conversation, options);
    const result = await formatConversation(conversation, options, io.host);
    const problems = await conversationProblems(conversation, result, options, io.host);
    const untold = problems.filter(each => !isTold(each, result));
    for (const each of placedProblems(loaded.text, conversation, untold))
      await tell(io.stderr, `${located(inputName(path), each, `${each.severity}: ${each.message}`)}\n`);
    if (args.flag('json')) {
      await print(
        io.stdout,
        `${toJsonText(formatJson(result, placedProblems(loaded.text, conversation, [...loaded.problems, ...problems])))}\n`,
      );
      return result.ok ? exitCode.fine : exitCode.failed;
    }
    if (!result.ok) {
      await tell(
        io.stderr,
        `${oneLine(`${inputName(path)}: ${result.error.class}: ${result.error.message}${releaseWords(result)}`)}\n`,
      );
      return exitCode.failed;
    }
    for (const warning of result.warnings)
      await tell(io.stderr, `${oneLine(`${inputName(path)}: warning: ${warning}`)}\n`);
    if (args.flag('explain')) await tell(io.stdout, explain(conversation, result));
    else await print(io.stdout, `${toJsonText(toJsonValue(result.exactPayload))}\n`);
    return exitCode.fine;
  },
};

/** Whether a problem is told anyway: what formatting raises as the result, a block that is dropped by the framework's own warning. */
function isTold({ code, message }: Problem, result: FormatResult): boolean {
  if (code === 'format-error') return !message.startsWith('The token counter');
  if (code !== 'unsupported-block' || !result.ok) return false;
  return result.warnings.some(warning => {
    const type = /^Unsupported block type (\w+) in the message/.exec(warning)?.[1];
    return type !== undefined && message.includes(`\`${type}\``);
  });
}

async function readOptions(args: Args, path: string, io: Io) {
  const [formatter, counter, limit] = [args.value('formatter'), args.value('counter'), args.value('max-tokens')];
  const truncation = args.value('truncation');
  if (formatter !== undefined && !formatterNames.includes(formatter))
    throw new UsageError(
      `--formatter: ${lowerFirst(unknownFormatter(formatter).message)} See \`parserlens format --help\`.`,
    );
  if (truncation !== undefined && !truncations.some(({ name }) => name === truncation))
    throw new UsageError(`--truncation: there is no truncation \`${truncation}\`. See \`parserlens format --help\`.`);
  if (limit !== undefined && !/^[0-9]{1,15}$/.test(limit))
    throw new UsageError(`--max-tokens: \`${limit}\` is not a number of tokens.`);
  checkCounter(counter, io);
  const agentscopeVersion = readVersion(args);
  return {
    ...(agentscopeVersion !== undefined && { agentscopeVersion }),
    resources: nodeResources(folderOf(path, io), allowedHosts(args), await confinesOf(args, io)),
    ...(formatter !== undefined && { formatter }),
    ...(counter !== undefined && { tokenCounter: counter }),
    ...(truncation !== undefined && { truncation }),
    ...(limit !== undefined && { maxTokens: Number(limit) }),
  };
}

/** Throws `UsageError` for a formatter of the command line that the conversation's version of AgentScope does not have. */
function needFormatter(conversation: Conversation, options: FormatConversationOptions): void {
  if (options.formatter === undefined) return;
  const { formatting, formatterType, ownFormatter, byModule } = resolveConversation(conversation, options);
  if (formatterType ?? ownFormatter ?? byModule) return;
  const { formatter: name } = options;
  const why = formatting
    ? `${formatting.system} has no formatter \`${name}\`.`
    : `${unknownFormatter(name).message} See \`parserlens format --help\`.`;
  throw new UsageError(`--formatter: ${why}`);
}

async function formatLines(path: string, options: FormatConversationOptions, io: Io): Promise<number> {
  let failed = false;
  let number = 0;
  for await (const line of readLines(openInput(path, io))) {
    number++;
    if (line?.trim() === '') continue;
    const { text, isFine } = await formattedLine(line, number, path, options, io);
    failed ||= !isFine;
    await print(io.stdout, text);
  }
  return failed ? exitCode.failed : exitCode.fine;
}

async function formattedLine(
  line: string | undefined,
  number: number,
  path: string,
  options: FormatConversationOptions,
  io: Io,
): Promise<{ readonly text: string; readonly isFine: boolean }> {
  const failed = (reason: string) => {
    const error = { class: 'InputError', message: `Line ${number} of the input ${reason}` };
    return { text: `${toJsonText(formatJson({ ok: false, error }), 0)}\n`, isFine: false };
  };
  if (line === undefined) return failed(`${tooLong}.`);
  const { conversation, problems } = readConversation(line, resolve(folderOf(path, io), 'line.messages.json'));
  if (!conversation)
    return failed(problems[0] ? `is not a conversation: ${problems[0].message}` : 'holds no list of messages.');
  io.reach?.nameConversation(conversation);
  try {
    const result = await formatConversation(conversation, options, io.host);
    const found = await conversationProblems(conversation, result, options, io.host);
    const there = placedProblems(line, conversation, [...problems, ...found]).map(each => ({ ...each, line: number }));
    return { text: `${toJsonText(formatJson(result, there), 0)}\n`, isFine: result.ok };
  } catch (error) {
    // A string cannot hold the payload: it may be several times as long as the line.
    if (!isTooLongForText(error)) throw error;
    return failed('gives a payload that is too long.');
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
