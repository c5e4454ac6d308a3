import {
  createTokenCounter,
  EngineError,
  formatConversation,
  instructConversation,
  newestRelease,
  resolveConversation,
  type TokenCounter,
  type TokenCounterSpec,
  toJsonText,
  tokenCounterTypes,
  toPlain,
  usualCounter,
} from '../../engine/index.ts';
import type { Confines } from '../../node/namedFile.ts';
import { nodeResources } from '../../node/nodeResources.ts';
import { jsonObject } from '../../views/resultJson.ts';
import type { Command } from '../command.ts';
import { exitCode, InputError, type Io, print } from '../io.ts';
import { checkCounter, folderOf, isConversationFile, loadConversation } from '../loadConversation.ts';
import { readInput } from '../readInput.ts';
import { confinesOf, reachOptions } from '../sharedOptions.ts';
import { readVersion, releaseWords } from './agentscopeVersion.ts';

/** `parserlens tokens`: how many tokens a text or a conversation has. */
export const tokensCommand: Command = {
  name: 'tokens',
  summary: 'count the tokens of a text or a conversation',
  help: `Usage: parserlens tokens FILE | - [--counter TYPE[:MODEL]] [--agentscope-version V] [--root DIR]
                         [--run-modules] [--json]

Counts the tokens of a text, or of a conversation as its formatter makes it, before truncation
and with the instruction of the parser that it names. In a text, a special token
such as <|endoftext|> is counted as the text that it is.

  FILE       a text file, a .messages.json or .messages.jsonl, or - for a text from standard input
  --counter  the counter (default: the conversation's own, or ${usualCounter}):
${tokenCounterTypes.map(({ type, summary }) => `               ${type}: ${summary}\n`).join('')}  --agentscope-version
             the release of AgentScope that is followed in a conversation (default: the file's, or ${newestRelease})
  --root     the folder that files must be in which a conversation names, links resolved (default: the current folder)
  --run-modules
             run the module of the definition that a conversation names, if it is in that folder
  --json     print { tokens, exact, formula, counter }; "formula" is the system as which a conversation is counted
`,
  options: {
    counter: { type: 'string' },
    'agentscope-version': { type: 'string' },
    ...reachOptions,
    json: { type: 'boolean' },
  },
  positionals: [1, 1],
  async run(args, io) {
    const [path = '-'] = args.positionals;
    const name = args.value('counter');
    checkCounter(name, io);
    const { tokens, exact, formula, counter } = isConversationFile(path)
      ? await countConversation(path, name, { confines: await confinesOf(args, io), version: readVersion(args) }, io)
      : await countText(path, name ?? usualCounter, io);
    await print(
      io.stdout,
      args.flag('json') ? `${toJsonText(jsonObject({ tokens, exact, formula, counter }))}\n` : `${tokens}\n`,
    );
    return exitCode.fine;
  },
};

interface Count {
  readonly tokens: number;
  readonly exact: boolean;
  readonly formula?: TokenCounter['formula'];
  /** The counter as `--counter` names it. */
  readonly counter: string;
}

async function countText(path: string, name: string, io: Io): Promise<Count> {
  const counter = createTokenCounter(name, io.host);
  const tokens = await counting(path, async () => counter.countText(await readInput(path, io)));
  return { tokens, exact: counter.exact, counter: name };
}

/** The whole conversation as its formatter makes it, whatever its limit; without a formatter the messages as they are. */
async function countConversation(
  path: string,
  chosen: string | undefined,
  { confines, version }: { readonly confines: Confines; readonly version: string | undefined },
  io: Io,
): Promise<Count> {
  const conversation = await loadConversation(path, io);
  const own = conversation.tokenCounter && (toPlain(conversation.tokenCounter) as TokenCounterSpec);
  const spec = chosen ?? own ?? usualCounter;
  const name =
    typeof spec === 'string'
      ? spec
      : [spec.type, spec.model_name ?? spec.pretrained_model_name_or_path].filter(Boolean).join(':');
  const tokenCounter = chosen ?? (own ? undefined : usualCounter);
  const options = {
    ...(tokenCounter !== undefined && { tokenCounter }),
    maxTokens: null,
    resources: nodeResources(folderOf(path, io), [], confines),
    ...(version !== undefined && { agentscopeVersion: version }),
  };
  const { resources } = options;
  const resolved = resolveConversation(conversation, options, io.host);
  if (resolved.formatter === undefined) {
    const counter = resolved.counter()!.counter as TokenCounter;
    const { messages } = await counting(
      path,
      async () => (await instructConversation(conversation, { resources }, io.host)).conversation,
    );
    const plain = messages.map(
      ({ name, role, content }) =>
        new Map([
          ['name', name],
          ['role', role],
          ['content', content],
        ]),
    );
    return {
      tokens: await counting(path, () => counter.count(plain, undefined, resources)),
      exact: counter.exact,
      ...(counter.formula && { formula: counter.formula }),
      counter: name,
    };
  }
  const result = await formatConversation(conversation, options, io.host);
  if (!result.ok)
    throw new InputError(`${path}: ${result.error.class}: ${result.error.message}${releaseWords(result)}`);
  const { tokens, exact, formula } = result;
  return { tokens: tokens!, exact: exact!, ...(formula && { formula }), counter: name };
}

async function counting<T>(path: string, count: () => T | Promise<T>): Promise<T> {
  try {
    return await count();
  } catch (error) {
    if (error instanceof EngineError) throw new InputError(`${path}: ${error.class}: ${error.message}`);
    throw error;
  }
}
