import { z } from 'zod';
import type { CheckedFile } from '../../views/checkedFile.ts';
import { defineTool, ToolError } from '../assistTool.ts';
import { maxTokensInput } from '../inputs.ts';

/** All that is wrong with definition files. */
export const checkDefinitionsTool = defineTool({
  name: 'check_definitions',
  title: 'Check Definitions',
  description:
    'Checks definition files: problems with line, message and fixes, and every sample with the differences between expected and actual. ' +
    'Give `path`, or `text` with `file_name` for a file that is not saved yet. Call it after each edit. ' +
    'Samples read by a module are skipped unless the server was started with --run-modules.',
  input: z.object({
    path: z.string().optional().describe('file, FILE#NAME or folder; default: the workspace'),
    text: z.string().optional().describe('text of an unsaved .parser.json'),
    file_name: z.string().optional().describe('with text: its name'),
    max_tokens: maxTokensInput,
  }),
  output: z.object({
    ok: z.boolean(),
    samples: z.number(),
    failed: z.number(),
    errors: z.number(),
    files: z.array(z.looseObject({})),
  }),
  async run({ path, text, file_name }, context) {
    if (text !== undefined && path !== undefined) throw new ToolError('Give either `path` or `text`.');
    const files: CheckedFile[] = [];
    if (text !== undefined) files.push(await context.check({ text, fileName: file_name ?? 'given.parser.json' }));
    else {
      const found = await context.definitionFiles(path);
      for (const [done, file] of found.entries()) {
        context.signal.throwIfAborted();
        context.progress(done, found.length);
        files.push(await context.check({ path: file }));
      }
    }
    const samples = files.flatMap(file => file.samples);
    const failed = samples.filter(({ verdict }) => verdict === 'fail').length;
    const errors = files.flatMap(({ problems }) => problems).filter(({ severity }) => severity === 'error').length;
    return { ok: failed + errors === 0, samples: samples.length, failed, errors, files: files.map(fileView) };
  },
});

/** Samples that pass are counted: what is left to do stands first. */
function fileView({ file, definitions, problems, samples, notRun }: CheckedFile) {
  const open = samples.filter(({ verdict }) => verdict !== 'pass');
  return {
    file,
    definitions: definitions.map(({ name, type }) => `${name} (${type})`),
    passed: samples.length - open.length,
    ...(problems.length > 0 && { problems }),
    ...(open.length > 0 && { samples: open }),
    ...(notRun.length > 0 && { not_run: notRun }),
  };
}
