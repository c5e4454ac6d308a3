import { EngineError, toJsonText } from '../engine/index.ts';
import { located } from '../views/position.ts';
import { jsonObject } from '../views/resultJson.ts';
import type { Command } from './command.ts';
import { exitCode, print, tell } from './io.ts';
import { loadDefinition } from './loadDefinition.ts';

/** `parserlens instruction`: the format instruction, and one final newline. */
export const instructionCommand: Command = {
  name: 'instruction',
  summary: 'print the format instruction of a definition',
  help: `Usage: parserlens instruction FILE[#NAME] [--json]

Prints the format instruction exactly as the framework sends it, and one final newline.

  FILE    a .parser.json, a Python source, or - for standard input
  #NAME   picks one of several definitions
  --json  print { instruction }
`,
  options: { json: { type: 'boolean' } },
  positionals: [1, 1],
  async run(args, io) {
    const { definition, parser, file, place } = await loadDefinition(args.positionals[0]!, io);
    let instruction: string;
    await parser.prepare();
    try {
      instruction = parser.formatInstruction();
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const at = place(definition.nameSpan.start);
      await tell(io.stderr, `${located(file, at, `${error.class}: ${error.message}`)}\n`);
      return exitCode.failed;
    }
    await print(io.stdout, `${args.flag('json') ? toJsonText(jsonObject({ instruction })) : instruction}\n`);
    return exitCode.fine;
  },
};
