/**
 * A text for a terminal, a log or a page, in which all is seen that would otherwise act: control characters, ends of
 * lines other than a line feed, what turns the direction of a line, and lone surrogates, which UTF-8 has no bytes for, are
 * written as JSON escapes; so is the start of a command for a CI runner (`##[error]`). Line feeds and tabs stay. In a JSON text only the writing changes, not the data.
 * Linear.
 */
export function visible(text: string): string {
  return text.replace(acting, escaped).replace(/##(?=\w*\[)/g, '#\\u0023');
}

/** A text on one line, of at most about 1000 characters: the messages of some frameworks repeat the whole response. */
export function oneLine(text: string): string {
  const short = text.length > 1000 ? `${text.slice(0, 1000)}…` : text;
  return visible(short.replace(/\r\n?|\n/g, '\\n'));
}

const acting = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]|\p{Cs}/gu;

/** The JSON escape of a UTF-16 unit. */
function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
