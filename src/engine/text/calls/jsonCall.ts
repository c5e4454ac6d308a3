/** What an object in a text has of a call, as far as it stands there. */
export interface JsonCall {
  /** The name of what is called; `undefined`: no text by any key of a name. */
  readonly name: string | undefined;
  readonly hasArguments: boolean;
  /** Whether it says what a tool is, as a schema does: a description, or the type of its parameters. */
  readonly isSchema: boolean;
  /** Whether it has members that no call has: of other data only the name of a tool tells it. */
  readonly isData: boolean;
  /** How many members it has. */
  readonly size: number;
  /** Behind the object; `undefined`: it does not end, or not within what is looked at. */
  readonly end: number | undefined;
}

/** How far an object is read, in UTF-16 units. */
const farthest = 2000;
const isNameKey = /^(?:name|function|function_name|tool|tool_name|recipient_name)$/;
const isArgumentsKey = /^(?:arguments|args|parameters|params|input|tool_input|kwargs)$/;
/** What stands in calls, and beside them. */
const isOwn =
  /^(?:name|function|function_name|function_call|tool|tool_name|tool_calls?|tool_uses|calls|recipient_name|arguments|args|parameters|params|input|tool_input|kwargs|id|index|call_id|tool_call_id|status|thoughts?|reason|reasoning|explanation)$/;
const isCallType = /(["'])(?:function|function_call|tool|tool_use|tool_call|call)(?:\1|$)/y;
const member = /([{,])\s*(["'])([A-Za-z_]{1,20})\2\s*:\s*/y;
const shortText = /(["'])([\w.:/-]{1,80})(\1|$)/y;
const beginsArguments = /\{|(["'])(?:\s*\{|\1|$)|\[\s*(?:\]|$)|null|None|$/y;
const beginsSchema = /\{\s*["'](?:type["']\s*:\s*["']object|properties["'])/y;
const wraps = /^(?:function|function_call|tool_calls?|tool_uses|calls)$/;
/** A text that ends in the key of the arguments, or behind what only calls begin with. */
const cutBeforeArguments =
  /["'](?:a(?:r(?:g\w{0,8})?)?|p(?:a(?:r\w{0,8})?)?)$|["']type["']\s*:\s*["']function["'][^{}]{0,80}$|["']function["']\s*:\s*\{[^{}]{0,80}$/;
const firstKey = /\{\s*["']([A-Za-z_]{1,20})["']?\s*(?::|$)/y;

/** What stands as a call in an object that begins at `start`, in JSON or Python's spelling; `undefined`: its first key is none of a call's. Reads a bounded part. */
export function jsonCall(text: string, start: number): JsonCall | undefined {
  firstKey.lastIndex = start;
  const [, first = ''] = firstKey.exec(text) ?? [];
  if (first !== 'type' && !isOwn.test(first)) return undefined;
  let name: string | undefined;
  let [hasArguments, isSchema, isTyped, isData, depth, size] = [false, false, false, false, 0, 0];
  /** The depth at which members count: that of the object, or of the one that it wraps. */
  let own = 1;
  const stop = Math.min(text.length, start + farthest);
  for (let at = start; at < stop; ) {
    const sign = text[at]!;
    if (depth + (sign === '{' ? 1 : 0) === own && (sign === '{' || sign === ',')) {
      member.lastIndex = at;
      const [whole = '', , , key = ''] = member.exec(text) ?? [];
      const value = at + whole.length;
      if (whole !== '') size++;
      if (isNameKey.test(key)) name ??= textAt(text, value);
      if (isArgumentsKey.test(key)) {
        hasArguments = key === 'tool_input' || matchesAt(beginsArguments, text, value);
        // Steps of all kinds have inputs.
        isData ||= key === 'input' && !isTyped;
        isSchema ||= matchesAt(beginsSchema, text, value);
      }
      if (key === 'description') isSchema = true;
      if (key === 'type') isTyped = matchesAt(isCallType, text, value);
      isData ||= key === 'type' ? !isTyped : whole !== '' && !isOwn.test(key);
      if (wraps.test(key) && /[{[]/.test(text[value] ?? '')) own += text[value] === '[' ? 2 : 1;
    }
    if (sign === '"' || sign === "'") {
      at = behindText(text, at, stop);
      continue;
    }
    if (sign === '{' || sign === '[') depth++;
    else if (sign === '}' || sign === ']') depth--;
    at++;
    if (depth === 0) return { name, hasArguments, isSchema, isData, size, end: at };
  }
  const goesOn = start + farthest < text.length ? '' : text.slice(Math.max(start, text.length - 200));
  hasArguments ||= cutBeforeArguments.test(goesOn);
  return { name, hasArguments, isSchema, isData, size, end: undefined };
}

/** The text that begins there, if it is a name: as far as it goes where the whole text ends in it. */
function textAt(text: string, at: number): string | undefined {
  shortText.lastIndex = at;
  return shortText.exec(text)?.[2];
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Behind the text in quotes that begins at `at`. */
function behindText(text: string, at: number, stop: number): number {
  const quote = text[at];
  for (let i = at + 1; i < stop; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === quote) return i + 1;
  }
  return stop;
}
