import type { Edit, Span } from '../../core/span.ts';
import { splitReference } from '../../definition/index.ts';
import type { Conversation } from '../../messages/conversation.ts';

/** Where the two parts of a conversation's `parser` stand in its text, without quotes and `#`; the whole value for both where it has escapes. */
export interface ParserReferenceSpans {
  readonly file: Span;
  readonly name?: Span;
}

/** The places of a conversation's reference; `undefined` where it has none. */
export function parserReferenceSpans({ parser, optionSpans }: Conversation): ParserReferenceSpans | undefined {
  const whole = optionSpans?.parser;
  if (parser === undefined || !whole) return undefined;
  const { file, name } = splitReference(parser);
  const start = whole.start + 1;
  const end = start + file.length;
  if (whole.end - whole.start !== parser.length + 2) return { file: whole, ...(name !== undefined && { name: whole }) };
  return {
    file: { start, end },
    ...(name !== undefined && { name: { start: end + 1, end: end + 1 + name.length } }),
  };
}

/** The edit after which a conversation's reference names another definition of its file; `undefined` where it names none. */
export function renameParserReference(conversation: Conversation, newName: string): Edit | undefined {
  const spans = parserReferenceSpans(conversation);
  const { file, name } = splitReference(conversation.parser ?? '');
  if (!spans?.name || name === undefined) return undefined;
  const whole = conversation.optionSpans?.parser;
  // Where the reference has escapes, both of its parts are the whole of it.
  return spans.name === whole
    ? { span: whole, text: JSON.stringify(`${file}#${newName}`) }
    : { span: spans.name, text: JSON.stringify(newName).slice(1, -1) };
}

/** The address of a file that another file names: both are paths, or URIs whose parts are escaped. */
export function fileBeside(file: string, path: string): string {
  const folder = file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const isUri = /^[A-Za-z][\w+.-]+:\//.test(file);
  if (/^(?:[/\\]|[A-Za-z]:[/\\])/.test(path) && !isUri) return path;
  const parts = path.replaceAll('\\', '/').split('/');
  return folder + (isUri ? parts.map(encodeURIComponent) : parts).join('/');
}
