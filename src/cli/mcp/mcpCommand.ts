import type { Command } from '../command.ts';
import { exitCode } from '../io.ts';
import { confinesOf, reachOptions } from '../sharedOptions.ts';

/** `parserlens mcp`: the tools for coding assistants. */
export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'serve coding assistants: the same checks as tools of the Model Context Protocol',
  help: `Usage: parserlens mcp [--root DIR] [--run-modules]

Serves the Model Context Protocol on standard input and output, until the input ends. The tools only read, and reach
nothing outside of the folder; nothing connects.

  --root         the folder that files must be in, links resolved (default: the current one); a client's own roots
                 narrow it
  --run-modules  run modules that lie in it; an assistant can name any of them
`,
  options: { ...reachOptions },
  positionals: [0, 0],
  async run(args, io) {
    const { folders } = await confinesOf(args, io);
    const { serveAssistants } = await import('./serveAssistants.ts');
    await serveAssistants({ root: folders[0]!, runModules: args.flag('run-modules'), host: io.host }, io);
    return exitCode.fine;
  },
};
