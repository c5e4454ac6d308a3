import { z } from 'zod';
import { definitionKeys, readDefinitions, splitReference } from '../../engine/index.ts';
import { defineTool } from '../assistTool.ts';
import { maxTokensInput } from '../inputs.ts';
import { partlyKnown } from '../namedDefinition.ts';

/** What definitions there are, with the state of each. */
export const listDefinitionsTool = defineTool({
  name: 'list_definitions',
  title: 'List Parser Definitions',
  description:
    'Lists the parser definitions (*.parser.json, and parsers in Python and TypeScript sources) of the workspace or of one file or folder: type, keys, how many samples pass, ' +
    'how many problems. Call it first, to learn the FILE#NAME that other tools take. Not for details of problems or samples: check_definitions.',
  input: z.object({
    path: z.string().optional().describe('file or folder; default: the workspace'),
    max_tokens: maxTokensInput,
  }),
  output: z.object({ definitions: z.array(z.looseObject({})), unreadable: z.array(z.looseObject({})).optional() }),
  async run({ path }, context) {
    const files = await context.definitionFiles(path);
    const definitions: unknown[] = [];
    const unreadable: unknown[] = [];
    for (const [done, file] of files.entries()) {
      context.signal.throwIfAborted();
      context.progress(done, files.length);
      const checked = await context.check({ path: file }, true);
      const { text, path: absolute, found } = await context.readFile(splitReference(file).file);
      const read = readDefinitions(text, absolute);
      for (const definition of read.definitions) {
        const { name, type } = definition;
        const samples = checked.samples.filter(each => each.definition === name);
        const passed = samples.filter(({ verdict }) => verdict === 'pass').length;
        const skipped = samples.filter(({ verdict }) => verdict === 'skipped').length;
        const keys = definitionKeys(definition)?.keys.map(key => key.name);
        definitions.push({
          definition: `${file}#${name}`,
          type,
          ...(keys?.length && { keys }),
          samples: samples.length,
          passed,
          ...(skipped > 0 && { skipped }),
          ...partlyKnown(found?.find(each => each.name === name)?.unknown),
          ...countsOf(checked.problems),
        });
      }
      const [first] = checked.problems;
      if (read.definitions.length === 0)
        unreadable.push({ file, problem: first ? `${first.line}:${first.column}: ${first.message}` : 'no definition' });
    }
    return { definitions, ...(unreadable.length > 0 && { unreadable }) };
  },
});

/** The problems of the whole file, by severity. */
function countsOf(problems: readonly { readonly severity: string }[]): object {
  const count = (severity: string) => problems.filter(each => each.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  return { ...(errors > 0 && { errors_in_file: errors }), ...(warnings > 0 && { warnings_in_file: warnings }) };
}
