import type { Dirent } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  formatConversation,
  type MigratedConversation,
  migrateConversation,
  oneLine,
  readConversation,
  readDefinitions,
  toJsonText,
} from '../../engine/index.ts';
import type { Command } from '../command.ts';
import { exitCode, type Io, print, tell, UsageError } from '../io.ts';
import { folderOf } from '../loadConversation.ts';
import { readInput, unreadable } from '../readInput.ts';

/** `parserlens migrate`: conversations of AgentScope 1 for AgentScope 2. */
export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'rewrite conversations of AgentScope 1 for AgentScope 2',
  help: `Usage: parserlens migrate PATH… --to agentscope-2 [--dry-run] [--payloads]

Writes each conversation for AgentScope 2 beside itself: NAME.messages.json becomes NAME.agentscope2.messages.json, which
must not be there yet. Before, all that changes is listed, message by message, and what the conversation does otherwise
though nothing raises. Of definitions it says what comes nearest.

  PATH        .messages.json, .messages.jsonl or .parser.json files, or folders, searched with all below
  --to        agentscope-2
  --dry-run   list, and write nothing
  --payloads  print the payload before and after as well
`,
  options: { to: { type: 'string' }, 'dry-run': { type: 'boolean' }, payloads: { type: 'boolean' } },
  positionals: [1, Number.POSITIVE_INFINITY],
  async run(args, io) {
    if (args.value('to') !== 'agentscope-2') throw new UsageError('--to: what there is is `agentscope-2`.');
    const files = await findConversationFiles(args.positionals, io);
    let failed = false;
    for (const path of files) {
      const text = await readInput(path, io);
      if (path.endsWith('.parser.json')) {
        await tellDefinitions(path, text, io);
        continue;
      }
      const migrated = migrateConversation(text, path, folderOf(path, io));
      if (!migrated) {
        await tell(io.stdout, `${oneLine(path)}: no conversation of AgentScope 1\n`);
        continue;
      }
      await tellChanges(path, migrated, io);
      if (args.flag('payloads')) await tellPayloads(path, text, migrated, io);
      if (!args.flag('dry-run')) failed = !(await write(path, migrated, io)) || failed;
    }
    if (files.length === 0) await tell(io.stdout, 'There is no conversation and no definition.\n');
    return failed ? exitCode.failed : exitCode.fine;
  },
};

async function tellChanges(path: string, { changes, silent }: MigratedConversation, io: Io): Promise<void> {
  const lines = changes.map(
    ({ message, text }) => `  ${message === undefined ? '' : `message ${message + 1}: `}${text}`,
  );
  const differences = silent.map(text => `  ${text}`);
  const nothing = changes.length === 0 ? ['  nothing but its version'] : [];
  const heading = differences.length > 0 ? ['  Otherwise, though nothing raises:'] : [];
  const all = [`${path}:`, ...lines, ...nothing, ...heading, ...differences.map(line => `  ${line}`)];
  await tell(io.stdout, `${all.map(line => plain(line)).join('\n')}\n`);
}

async function tellPayloads(path: string, text: string, migrated: MigratedConversation, io: Io): Promise<void> {
  for (const [when, source] of [
    ['before', text],
    ['after', migrated.text],
  ] as const) {
    const { conversation } = readConversation(source, resolve(io.cwd, path));
    const after = when === 'after' ? { usualAgentscopeVersion: '2.0.6+' } : {};
    const result = conversation && (await formatConversation(conversation, { maxTokens: null, ...after }, io.host));
    const payload = result?.ok
      ? toJsonText(result.exactPayload)
      : oneLine(result ? `${result.error.class}: ${result.error.message}` : 'no conversation');
    await print(io.stdout, `  The payload ${when}:\n${payload}\n`);
  }
}

async function write(path: string, { text }: MigratedConversation, io: Io): Promise<boolean> {
  const target = path.replace(/(\.messages)?(\.jsonl?)$/, '.agentscope2.messages$2');
  try {
    await writeFile(resolve(io.cwd, target), text, { flag: 'wx' });
  } catch (error) {
    const why =
      error instanceof Error && 'code' in error && error.code === 'EEXIST' ? 'it is there already' : String(error);
    await tell(io.stderr, `${oneLine(`${target} was not written: ${why}.`)}\n`);
    return false;
  }
  await tell(io.stdout, `  written: ${oneLine(target)}\n`);
  return true;
}

/** What comes nearest to each parser: AgentScope 2 has none. */
async function tellDefinitions(path: string, text: string, io: Io): Promise<void> {
  const { definitions } = readDefinitions(text, path);
  const own = definitions.filter(({ parserType }) => parserType.framework?.dialogAgent);
  const lines = own.map(({ name, type, source }) => {
    const nearest = source.config.get('content_schema')
      ? 'structured output comes nearest: a definition of type `structured_output`, with the same `content_schema`'
      : 'AgentScope 2 has nothing like it: the parser stays with your own code';
    return `  ${name} (${type}): ${nearest}`;
  });
  const none = '  no parser of AgentScope';
  await tell(io.stdout, `${[`${path}:`, ...(lines.length > 0 ? lines : [none])].map(plain).join('\n')}\n`);
}

/** A line without the marks of code. */
function plain(line: string): string {
  const indent = /^ */.exec(line)![0];
  return indent + oneLine(line.slice(indent.length).replaceAll('`', ''));
}

const names = /\.(messages\.jsonl?|parser\.json)$/;
/** What a migrated file is called. */
const ownNames = /\.agentscope2\.messages\.jsonl?$/;

/**
 * The conversations and definitions of `PATH…`: files as they are, folders with all below, sorted; links are not followed,
 * and what was migrated before is left out. Throws `UsageError` for a path that cannot be read.
 */
async function findConversationFiles(paths: readonly string[], io: Io): Promise<readonly string[]> {
  const found = new Set<string>();
  const walk = async (folder: string): Promise<void> => {
    const entries: Dirent[] = await readdir(resolve(io.cwd, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && entry.name !== '.git') await walk(path);
      } else if (entry.isFile() && names.test(entry.name) && !ownNames.test(entry.name)) found.add(path);
    }
  };
  for (const path of paths)
    try {
      if ((await stat(resolve(io.cwd, path))).isDirectory()) await walk(path);
      else found.add(path);
    } catch (error) {
      throw unreadable(path, error);
    }
  return [...found];
}
