import type { Host } from '../../core/host.ts';
import type { PyValue } from '../../core/pyValue.ts';
import { createParser, readDefinitions } from '../../definition/index.ts';
import type { Definition } from '../../parsers/definition.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import { toJsonText } from '../../python/index.ts';
import { leavesCall } from './readAll.ts';

/** A definition that was written for some responses. */
export interface Draft {
  /** The text of its `.parser.json`, with the responses as samples. */
  readonly text: string;
  /** The responses that it does not read, by index, with the reason. */
  readonly unread: readonly { readonly index: number; readonly error: string }[];
}

/** The longest response, in UTF-16 units, that becomes a sample of a draft. */
const maxSample = 100_000;

/**
 * Drafts a definition of a type that reads all of some responses, as far as the type can: keys, tags, fence languages
 * and calls come from the responses, which become its samples. `undefined` where the responses have nothing of the
 * type's format. Never throws. As fast as the type's parsing, once for each response.
 */
export async function draftDefinition(
  responses: readonly string[],
  type: ParserType,
  host: Host = {},
): Promise<Draft | undefined> {
  const drafted = draftOf(responses, type);
  if (!drafted) return undefined;
  const parser = createParser(drafted, host);
  const unread: { readonly index: number; readonly error: string }[] = [];
  for (const [index, response] of responses.entries()) {
    const result = await parser.parse(response);
    if (!result.ok) unread.push({ index, error: `${result.error.class}: ${result.error.message}` });
    else if (await leavesCall(parser, response, result)) unread.push({ index, error: 'A call stays in the text.' });
  }
  const short = responses.filter(({ length }) => length <= maxSample);
  const samples = short.map(
    (response, i): PyValue =>
      new Map<string, PyValue>([
        ['name', `response ${i + 1}`],
        ['text', response.includes('\n') ? response.split('\n') : response],
      ]),
  );
  const { config } = drafted.source;
  const text = toJsonText(new Map([...config, ...(samples.length > 0 ? [['samples', samples] as const] : [])]));
  return { text: `${text}\n`, unread };
}

/** The definition alone, without samples and unverified; `undefined` also where it could not be used. */
export function draftOf(responses: readonly string[], type: ParserType): Definition | undefined {
  const keys = type.responses?.draft ? type.responses?.draft(responses) : new Map<string, PyValue>();
  if (!keys) return undefined;
  const text = toJsonText(new Map<string, PyValue>([['type', type.type], ...keys]));
  const { definitions, problems } = readDefinitions(text, 'draft.parser.json', [type]);
  return problems.some(({ severity }) => severity === 'error') ? undefined : definitions[0];
}
