import {
  createTokenCounter,
  EngineError,
  type Host,
  type TokenCounter,
  toJsonText,
  tokenCounterTypes,
} from '../engine/index.ts';
import type { Command } from './command.ts';
import { exitCode, print, UsageError } from './io.ts';
import { readInput } from './readInput.ts';
import { jsonObject } from './resultJson.ts';

const defaultCounter = 'o200k_base';

export const tokensCommand: Command = {
  name: 'tokens',
  summary: 'count the tokens of a text',
  help: `Usage: parserlens tokens FILE | - [--counter TYPE[:MODEL]] [--json]

Counts the tokens of a text. Text that spells a special token, such as <|endoftext|>, is text.

  FILE       a text file, or - for standard input
  --counter  what to count with (default: ${defaultCounter}):
${tokenCounterTypes.map(({ type, summary }) => `               ${type}: ${summary}\n`).join('')}  --json     print { tokens, exact, counter }
`,
  options: { counter: { type: 'string' }, json: { type: 'boolean' } },
  positionals: [1, 1],
  async run(args, io) {
    const [path = '-'] = args.positionals;
    if (/\.messages\.jsonl?$/.test(path))
      throw new UsageError(`${path} is a conversation, which cannot be counted yet. Pipe it to - to count it as text.`);
    const name = args.value('counter') ?? defaultCounter;
    const counter = makeCounter(name, io.host);
    const text = await readInput(path, io);
    const tokens = await counter.countText(text);
    const { exact } = counter;
    await print(
      io.stdout,
      args.flag('json') ? `${toJsonText(jsonObject({ tokens, exact, counter: name }))}\n` : `${tokens}\n`,
    );
    return exitCode.fine;
  },
};

function makeCounter(name: string, host: Host): TokenCounter {
  try {
    return createTokenCounter(name, host);
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(`--counter ${name}: ${error.message}`);
    throw error;
  }
}
