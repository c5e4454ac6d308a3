import { type Format, literal, sequence, textUntil } from '../grammar/index.ts';

/** What stands between a thought and the answer. */
const gap = '\n\n';

/** The format behind a thought in a tag; without one as it is. */
export function withThought(format: Format, tag: string | undefined): Format {
  if (tag === undefined) return format;
  const thought = sequence(literal(`<${tag}>`), textUntil(`</${tag}>`), literal(gap));
  return { ...format, start: sequence(thought, format.start) };
}

/** The answer behind the thought, as a server's parser of thoughts hands it on. */
export function behindThought(text: string, tag: string | undefined): string {
  if (tag === undefined) return text;
  const closing = `</${tag}>`;
  const at = text.indexOf(closing);
  return at < 0 ? text : text.slice(at + closing.length + gap.length);
}
