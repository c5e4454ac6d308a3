import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type DerivedTemplate, EngineError, modelTemplates } from '../../engine/index.ts';
import type { Command } from '../command.ts';
import { exitCode, type Io, print, tell, UsageError } from '../io.ts';
import { readInput } from '../readInput.ts';
import { readModelFolder } from './readModelFolder.ts';

const { servers } = modelTemplates();

/** `parserlens derive`: a response template from a chat template alone, proved by round trips. */
export const deriveCommand: Command = {
  name: 'derive',
  summary: 'make a response template from a model’s chat template, and prove it by round trips',
  help: `Usage: parserlens derive FOLDER|FILE.jinja [--serves ENGINE] [--json]

Renders conversations whose words are known with a chat template, takes what surrounds these words for the delimiters, and
makes a response template of them. Other conversations are then rendered and read by it: it is proved where messages of every
kind come back, as far as the answer holds them at all. Nothing is written.

  FOLDER    a model's folder, with chat_template.jinja, or tokenizer_config.json with a chat template in it
  FILE      a chat template; special tokens are read from the files beside it
  --serves  what reads the answers: ${servers.join(', ')}. Servers take fewer keys and fields; what then
            does not come back is told. Default: ${servers[0]}
  --json    print { response_template, proved, kinds: [{ kind, cameBack, reason? }] }

Exits with 1 where the template is not proved.
`,
  options: { serves: { type: 'string' }, json: { type: 'boolean' } },
  positionals: [1, 1],
  async run(args, io) {
    const path = args.positionals[0]!;
    const server = args.value('serves') ?? servers[0];
    const serves = servers.find(each => each === server);
    if (!serves) throw new UsageError(`--serves ${server}: write one of ${servers.join(', ')}.`);
    let derived: DerivedTemplate;
    try {
      derived = modelTemplates().derive(await filesOf(path, io), { serves });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      await tell(io.stderr, `${path}: ${error.class}: ${error.message}\n`);
      return exitCode.failed;
    }
    const { template, proved, kinds } = derived;
    if (args.flag('json'))
      await print(io.stdout, `${JSON.stringify({ response_template: template, proved, kinds })}\n`);
    else await print(io.stdout, `${JSON.stringify(template, null, 2)}\n\n${toldOf(derived)}`);
    return proved ? exitCode.fine : exitCode.failed;
  },
};

function toldOf({ kinds, proved }: DerivedTemplate): string {
  const rows = kinds.map(
    ({ kind, cameBack, reason }) =>
      `${cameBack ? '✓' : '✗'} ${kind}${reason === undefined ? '' : `: ${oneLine(reason)}`}\n`,
  );
  return `${rows.join('')}\n${proved ? 'Proved: every kind of message comes back, as far as the answer holds it.' : 'Not proved: see the kinds above.'}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}

/** The files of a model's folder, or a chat template of its own with those beside it. Throws `UsageError` where there is neither. */
async function filesOf(path: string, io: Io): Promise<ReadonlyMap<string, string>> {
  const place = resolve(io.cwd, path);
  if (existsSync(place) && statSync(place).isDirectory()) return readModelFolder(path, io);
  if (!/\.(?:jinja2?|j2)$/.test(path))
    throw new UsageError(`${path}: name a model's folder, or a chat template (.jinja).`);
  const beside = await readModelFolder(dirname(place), io);
  return new Map([
    ...[...beside].filter(([name]) => !name.endsWith('.jinja')),
    ['chat_template.jinja', (await readInput(path, io)).replace(/\r\n?/g, '\n')],
  ]);
}
