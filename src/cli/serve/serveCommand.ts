import { createInterface } from 'node:readline';
import { fromPlain, type PyValue, toJsonText } from '../../engine/index.ts';
import { jsonObject } from '../../views/resultJson.ts';
import type { Command } from '../command.ts';
import { exitCode, print } from '../io.ts';
import { confinesOf, reachOptions } from '../sharedOptions.ts';
import { Served } from './served.ts';

/** `parserlens serve`: an engine that stays, for the package for Python; no command for people. */
export const serveCommand: Command = {
  name: 'serve',
  summary: 'answer questions on standard input, for the package for Python',
  isInner: true,
  help: `Usage: parserlens serve [--run-modules] [--root DIR]

Reads one JSON object a line, { id, op, file, … }, and writes one a line, { id, result } or { id, error }, in order. op is
definitions, instruction, parse, diagnose or judge. It is for the package for Python, and changes with it.
`,
  options: reachOptions,
  positionals: [0, 0],
  async run(args, io) {
    const served = new Served(io, { confines: await confinesOf(args, io), runModules: args.flag('run-modules') });
    for await (const line of createInterface({ input: io.stdin, crlfDelay: Number.POSITIVE_INFINITY }))
      await print(io.stdout, `${toJsonText(await answerOf(line, served), 0)}\n`);
    return exitCode.fine;
  },
};

async function answerOf(line: string, served: Served): Promise<PyValue> {
  let id: PyValue = null;
  try {
    const { id: given, op, ...question } = JSON.parse(line);
    id = fromPlain(given);
    return jsonObject({ id, result: await served.answer(String(op), question) });
  } catch (error) {
    return jsonObject({ id, error: error instanceof Error ? error.message : String(error) });
  }
}
