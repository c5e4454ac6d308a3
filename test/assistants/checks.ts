import { createParser, createSampleJudge, type Definition, readDefinitions } from '../../src/engine/index.ts';
import { nodeHost } from '../../src/node/nodeHost.ts';
import type { Files } from './assistTask.ts';

/** The only definition of a file, or why there is none. */
export function definitionIn(files: Files, file: string): Definition | string {
  const { definitions, problems } = readDefinitions(files[file] ?? '', `/${file}`);
  const error = problems.find(({ severity }) => severity !== 'info');
  if (error) return `${file}: ${error.message}`;
  return definitions[0] ?? `${file} holds no definition`;
}

/** Whether a file has no problem, and so many samples, all of which pass. */
export async function samplesPass(files: Files, file: string, count: number): Promise<string | undefined> {
  const definition = definitionIn(files, file);
  if (typeof definition === 'string') return definition;
  if (definition.samples.length !== count) return `${definition.samples.length} samples, not ${count}`;
  const judge = createSampleJudge(definition, nodeHost);
  for (const sample of definition.samples) {
    const { verdict, message } = await judge.judge(sample, sample.text ?? '');
    if (verdict !== 'pass') return `${sample.name}: ${message}`;
  }
  return undefined;
}

/** Whether a definition reads each response to its value, or to `undefined`: an error. */
export async function reads(
  files: Files,
  file: string,
  expected: readonly (readonly [response: string, value: unknown])[],
): Promise<string | undefined> {
  const definition = definitionIn(files, file);
  if (typeof definition === 'string') return definition;
  const parser = createParser(definition, nodeHost);
  for (const [response, value] of expected) {
    const result = await parser.parse(response);
    const actual = result.ok ? result.value : undefined;
    if (JSON.stringify(actual) !== JSON.stringify(value)) return `${response} gives ${JSON.stringify(actual)}`;
  }
  return undefined;
}

/** The text after the edits of a fix or of a candidate, which tools give with offsets or with lines. */
export function edited(
  text: string,
  edits: readonly { start?: number; end?: number; line: number; column: number; before: string; after: string }[],
): string {
  const lines = text.split('\n');
  const offset = (line: number, column: number) =>
    lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  return [...edits]
    .map(edit => ({ ...edit, start: edit.start ?? offset(edit.line, edit.column) }))
    .sort((a, b) => b.start - a.start)
    .reduce((done, { start, before, after }) => done.slice(0, start) + after + done.slice(start + before.length), text);
}
