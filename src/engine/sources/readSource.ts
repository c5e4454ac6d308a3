import { readPythonSource } from './python/readPythonSource.ts';
import { typesByPlace } from './python/values/frameworks.ts';
import { inNotebook, notebookCode } from './reading/notebookCode.ts';
import { withAnswers } from './reading/sourceAnswers.ts';
import type { SourceHost } from './reading/sourceHost.ts';
import { isNotebook, isScript } from './reading/sourceNames.ts';
import type { SourceDefinition, SourceReading } from './reading/sourceReading.ts';
import { readScript } from './script/readScript.ts';

const empty: SourceReading = { definitions: [], problems: [], files: [], found: [], text: '{ "parsers": {} }' };

const parserCall = new RegExp(`\\b(${typesByPlace.join('|')})\\(`, 'g');

/**
 * Reads the parsers that a source file makes, as its program would make them when it runs: names that it imports are followed through
 * `host.readFile`, inside `host.roots` only. Nothing is run. What only a run can know is named as unknown, with its reason and place.
 * Never throws; steps, sizes, depth and files are bounded.
 */
export async function readSource(text: string, fileName: string, host: SourceHost = {}): Promise<SourceReading> {
  const reading = await readFile(text, fileName, host);
  const answered = host.answered?.find(each => each.path === fileName && each.text === text);
  return answered ? withAnswers(reading, answered) : reading;
}

async function readFile(text: string, fileName: string, host: SourceHost): Promise<SourceReading> {
  if (!isNotebook(fileName)) return readCode(text, fileName, isScript(fileName), host);
  const code = notebookCode(text);
  if (!code) return unread(text, fileName, 'The file is not a notebook that can be read.');
  return inNotebook(await readCode(code.text, fileName, code.isScript, host), code, text);
}

async function readCode(text: string, fileName: string, isScript: boolean, host: SourceHost): Promise<SourceReading> {
  if (text.length > maxLength) return unread(text, fileName, 'The file is too large to be read.');
  const reading = await (isScript ? readScript : readPythonSource)(text, fileName, host);
  return reading ?? unread(text, fileName, 'The file is nested too deeply to be read.');
}

/** Characters of a source: larger ones are made by programs. */
const maxLength = 1_500_000;

/** The calls of a text that is not read: all their arguments are unknown. */
function unread(text: string, file: string, reason: string): SourceReading {
  const found: SourceDefinition[] = [];
  let line = 1;
  let from = 0;
  for (const match of text.matchAll(parserCall)) {
    line += text.slice(from, match.index).split('\n').length - 1;
    from = match.index;
    const span = { start: from, end: from + match[0].length };
    const unknown = [{ argument: '*args', reason, file, line, span }];
    const type = match[1]!;
    const made = { file, start: from };
    found.push({
      name: `${type}_${found.length + 1}`,
      type,
      line,
      span,
      config: new Map([['type', type]]),
      unknown,
      origins: new Map(),
      made,
      isUncalled: false,
    });
    if (found.length >= 1000) break;
  }
  return { ...empty, files: [file], found };
}
