import type { PyDict } from '../../../core/pyValue.ts';
import type { InstalledSource } from '../../../parsers/askedFramework.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type { ExportFormat } from '../../../parsers/interchange.ts';
import { jsonDumps } from '../../../python/index.ts';
import { layOut } from '../code.ts';
import { textCode } from '../literals.ts';

/**
 * Python that asks a framework whose parsers are not objects with `parse`. Each leaves an object `asked` with
 * `format_instruction` (`None`: nothing to compare) and `parse`, and calls nothing but what the framework's own loop calls.
 */

/** Reads a response as its loop does: the JSON text of a chat completion or its message as that message. */
export const messageOf = `
def message_of(text):
    try:
        given = json.loads(text)
    except ValueError:
        given = None
    if isinstance(given, dict) and given.get("choices"):
        return dict(given["choices"][0]["message"], finish_reason=given["choices"][0].get("finish_reason"))
    if isinstance(given, dict) and isinstance(given.get("content"), list):
        # An Anthropic message, as litellm hands it on.
        blocks = [each for each in given["content"] if isinstance(each, dict)]
        text = "".join(each.get("text") or "" for each in blocks if each.get("type") == "text")
        calls = [
            {"id": each.get("id"), "function": {"name": each.get("name"), "arguments": json.dumps(each.get("input"))}}
            for each in blocks
            if each.get("type") == "tool_use"
        ]
        return {"content": text, **({"tool_calls": calls} if calls else {})}
    if isinstance(given, dict) and ("tool_calls" in given or "output" in given or "message" in given):
        return given
    return {"content": str.__str__(text)}
`;

/** The name under which a definition is exported, so that its variable is known. */
const exported = 'parser';

/** The definition as its system's export writes it; `asked`: with the object that is asked in its place. */
export function fromExport(
  format: ExportFormat,
  wrap?: (text: string, variable: string, definition: Definition) => string,
): (definition: Definition) => InstalledSource | string {
  return (definition: Definition): InstalledSource | string => {
    const refusal = format.refuses(definition);
    if (refusal !== undefined) return refusal;
    const { text, losses } = format.write([{ ...definition, name: exported }]);
    // The last variable of the file is the parser.
    const variable = [...text.matchAll(/^(\w+) = /gm)].at(-1)?.[1] ?? exported;
    return {
      text: wrap ? wrap(text, variable, definition) : text,
      variable: wrap ? 'asked' : variable,
      notes: losses.filter(({ key }) => key !== 'samples').map(({ message }) => message),
    };
  };
}

/** How an object with `parse` reads a text. */
export const parses = (variable: string, text: string): string => `${variable}.parse(${text})`;

/** `json.loads` of data, as Python. */
export function jsonOf(data: PyDict): string {
  return `json.loads(${layOut(textCode(jsonDumps(data, { ensureAscii: true })))})`;
}
