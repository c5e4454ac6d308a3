import type { ReleaseRule, ReleaseRules } from '../../core/agentscopeReleases.ts';
import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { dictOf, get } from '../../messages/msg.ts';
import { jsonDumps, pyContains, pyGetItem, pyIterate, pyStr } from '../../python/index.ts';
import type { FormatContext } from './formatter.ts';

/** A dict of the given members, in their order. */
export function dict(members: Readonly<Record<string, PyValue>>): Map<string, PyValue> {
  return new Map(Object.entries(members));
}

/** A tool call in OpenAI's shape; `input` is what `arguments` holds. */
function functionCall(block: PyValue, input: PyValue): PyDict {
  return dict({
    id: get(block, 'id'),
    type: 'function',
    function: dict({ name: get(block, 'name'), arguments: input }),
  });
}

/** A tool call whose arguments are JSON text (OpenAI, DashScope, DeepSeek). */
export function jsonCall(block: PyValue): PyDict {
  return functionCall(block, jsonDumps(get(block, 'input', new Map()), { ensureAscii: false }));
}

/** A tool call whose arguments stay an object (Ollama). */
export function objectCall(block: PyValue): PyDict {
  return functionCall(block, get(block, 'input', new Map()));
}

/** A medium of a tool result: its kind, and where it is, as the text of the result says. */
export interface ResultMedium {
  readonly kind: 'image' | 'audio' | 'video';
  readonly place: PyValue;
}

/** The output of a tool as text, and the media in it. */
export interface ToolOutput {
  readonly text: string;
  readonly media: readonly ResultMedium[];
}

const requiredOutput: ReleaseRule = {
  since: '1.0.8',
  summary: 'A tool result without `output` is a KeyError, where its output was null before',
};

/** A tool result as a message of its own with role `tool`, and the output that it was made of. */
export async function toolMessage(
  block: PyValue,
  context: FormatContext,
): Promise<{ readonly message: PyDict; readonly output: ToolOutput }> {
  const isMissing = !dictOf(block).has('output') && context.rules.follows(requiredOutput);
  const output = await toolOutput(isMissing ? pyGetItem(block, 'output') : get(block, 'output'), context);
  const message = dict({
    role: 'tool',
    tool_call_id: get(block, 'id'),
    content: output.text,
    name: get(block, 'name'),
  });
  return { message, output };
}

/** The log line of the Chat classes for a block that they drop. */
export function warnUnsupported(type: PyValue, context: FormatContext): void {
  context.warn(`Unsupported block type ${pyStr(type)} in the message, skipped.`);
}

const textOutput: ReleaseRule = {
  since: '1.0.1',
  summary: 'A tool output that is a text is taken as it is, where its first character was an AssertionError before',
};
const nullOutput: ReleaseRule = {
  since: '1.0.20',
  summary: 'A tool output that is null is the empty text, where it was a TypeError before',
};
const videoInWording: ReleaseRule = {
  since: '1.0.9',
  summary: 'The error for an item of a tool output that is not a block names VideoBlock as well',
};
const oneDot: ReleaseRule = {
  since: '1.0.17',
  summary: 'Temporary files of tool outputs end in `.png`, where they ended in `..png` before',
};

/**
 * `convert_tool_result_to_string`: one item alone, several as a list with dashes; media by their URL, base64 saved to a
 * temporary file. What is not a list is iterated as Python iterates it, and raises there.
 */
export async function toolOutput(output: PyValue, { media, rules }: FormatContext): Promise<ToolOutput> {
  if (output === null && rules.follows(nullOutput)) return { text: '', media: [] };
  // The empty text is the empty list of its characters as well.
  if (output === '' || (typeof output === 'string' && rules.follows(textOutput))) return { text: output, media: [] };
  const texts: PyValue[] = [];
  const found: ResultMedium[] = [];
  for (const block of pyIterate(output)) {
    if (!isPyDict(block) || !block.has('type')) throw noBlock(block, rules);
    const type = block.get('type') ?? null;
    if (type === 'text') texts.push(pyGetItem(block, 'text'));
    else if (type === 'image' || type === 'audio' || type === 'video') {
      if (!block.has('source'))
        throw new EngineError('AssertionError', `Invalid ${type} block: ${pyStr(block)}, 'source' key is required.`);
      const source = pyGetItem(block, 'source');
      const kind = pyGetItem(source, 'type');
      let place: PyValue;
      if (kind === 'url') place = pyGetItem(source, 'url');
      else if (kind === 'base64') {
        const ending = `.${pyStr(pyGetItem(source, 'media_type')).split('/').at(-1)}`;
        const data = pyStr(pyGetItem(source, 'data'));
        place = await media.save(data, rules.follows(oneDot) ? ending : `.${ending}`);
      } else throw new EngineError('ValueError', `Invalid image source: ${pyStr(source)}, expected 'url' or 'base64'.`);
      texts.push(`The returned ${type} can be found at: ${pyStr(place)}`);
      found.push({ kind: type, place });
    } else
      throw new EngineError(
        'ValueError',
        `Unsupported block type: ${pyStr(type)}, expected 'text', 'image', 'audio', or 'video'.`,
      );
  }
  const [only] = texts;
  // The system returns a single text whatever it is; here it is text for the payload's sake.
  return { text: texts.length === 1 ? (only as string) : texts.map(dashed).join('\n'), media: found };
}

function noBlock(block: PyValue, rules: ReleaseRules): EngineError {
  const types = rules.follows(videoInWording)
    ? 'a TextBlock, ImageBlock, AudioBlock, or VideoBlock'
    : 'a TextBlock, ImageBlock, or AudioBlock';
  return new EngineError('AssertionError', `Invalid block: ${pyStr(block)}, ${types} is expected.`);
}

function dashed(text: PyValue): string {
  if (typeof text === 'string') return `- ${text}`;
  throw new EngineError('TypeError', `can only concatenate str (not "${pyTypeName(text)}") to str`);
}

/** `data:<media_type>;base64,<data>` of a base64 source. */
export function dataUrl(source: PyValue): string {
  const data = pyGetItem(source, 'data');
  return `data:${pyStr(pyGetItem(source, 'media_type'))};base64,${pyStr(data)}`;
}

/** True where the type is one of a list (`typ in [...]`). */
export function isOneOf<T extends string>(type: PyValue, types: readonly T[]): type is T {
  return pyContains(types, type);
}
