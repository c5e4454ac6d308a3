import { clip, oneLine } from './valuePreview.ts';

/** The longest cause, in UTF-16 units. */
const maxCause = 200;

/** AgentScope puts the whole response between its sentence and the cause, or behind both. */
const afterResponse = '", an error occurred: ';
const beforeResponse = /^.{0,1000}? should be a JSON object\. An error "([\s\S]{1,500}?)" occurred when parsing: /;
/** Where Python's `json` ends its messages; the place is said in the editor's own lines. */
const pythonPlace = /: line \d+ column \d+ \(char \d+\)$/;

/**
 * Why a response does not read, in few words on one line, out of the framework's sentence about it: the cause that the
 * sentence quotes, the first single error of a validation, else its first sentence. Linear.
 */
export function errorCause(message: string, details: readonly string[] = []): string {
  const [detail] = details;
  if (detail !== undefined) return short(details.length > 1 ? `${detail} (+${details.length - 1})` : detail);
  const quoted = /^The content between [\s\S]{0,1000}? MUST be a JSON object\./.test(message)
    ? message.lastIndexOf(afterResponse)
    : -1;
  if (quoted >= 0) return short(message.slice(quoted + afterResponse.length));
  const between = beforeResponse.exec(message)?.[1];
  return short(between ?? firstSentence(message));
}

function short(text: string): string {
  const plain = oneLine(text.slice(0, 2000)).replace(pythonPlace, '').replace(' enclosed in double quotes', '');
  return clip(plain, maxCause);
}

function firstSentence(message: string): string {
  const start = message.slice(0, 4000).trimStart();
  return /^[^\n]*?(?=\.(?:\s|$)|\n|$)/.exec(start)?.[0] || start;
}
