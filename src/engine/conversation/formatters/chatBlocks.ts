import { EngineError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { pyContains, pyGetItem, pyIterate } from '../../python/containers.ts';
import { jsonDumps } from '../../python/jsonDumps.ts';
import { pyStr } from '../../python/repr.ts';
import { get } from '../messages/msg.ts';
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

/** A tool result as a message of its own with role `tool`. */
export async function toolMessage(block: PyValue, context: FormatContext): Promise<PyDict> {
  const content = await toolOutputText(get(block, 'output'), context);
  return dict({ role: 'tool', tool_call_id: get(block, 'id'), content, name: get(block, 'name') });
}

/** The log line of the Chat classes for a block that they drop. */
export function warnUnsupported(type: PyValue, context: FormatContext): void {
  context.warn(`Unsupported block type ${pyStr(type)} in the message, skipped.`);
}

/**
 * `convert_tool_result_to_string`: one item alone, several as a list with dashes; media by their URL, base64 saved to a
 * temporary file. A string is iterated character by character, so that any but the empty one raises, as in the system.
 */
export async function toolOutputText(output: PyValue, { media }: FormatContext): Promise<string> {
  const texts: PyValue[] = [];
  for (const block of pyIterate(output)) {
    if (!isPyDict(block) || !block.has('type'))
      throw new EngineError(
        'AssertionError',
        `Invalid block: ${pyStr(block)}, a TextBlock, ImageBlock, or AudioBlock is expected.`,
      );
    const type = block.get('type') ?? null;
    if (type === 'text') texts.push(pyGetItem(block, 'text'));
    else if (type === 'image' || type === 'audio' || type === 'video') {
      if (!block.has('source'))
        throw new EngineError('AssertionError', `Invalid ${type} block: ${pyStr(block)}, 'source' key is required.`);
      const source = pyGetItem(block, 'source');
      const kind = pyGetItem(source, 'type');
      let place: PyValue;
      if (kind === 'url') place = pyGetItem(source, 'url');
      else if (kind === 'base64')
        place = await media.save(pyStr(pyGetItem(source, 'media_type')), pyStr(pyGetItem(source, 'data')));
      else throw new EngineError('ValueError', `Invalid image source: ${pyStr(source)}, expected 'url' or 'base64'.`);
      texts.push(`The returned ${type} can be found at: ${pyStr(place)}`);
    } else
      throw new EngineError(
        'ValueError',
        `Unsupported block type: ${pyStr(type)}, expected 'text', 'image', 'audio', or 'video'.`,
      );
  }
  const [only] = texts;
  // The system returns a single text whatever it is; here it is text for the payload's sake.
  if (texts.length === 1) return only as string;
  return texts.map(dashed).join('\n');
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
