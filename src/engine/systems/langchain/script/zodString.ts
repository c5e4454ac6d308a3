import type { ScriptPatterns } from './zodPatterns.ts';

// Both releases have the methods that are called here, though their types differ.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Zod = any;

/** The methods of zod that write a format. */
const formats: Readonly<Record<string, string>> = {
  email: 'email',
  uuid: 'uuid',
  uri: 'url',
  'date-time': 'datetime',
  date: 'date',
  time: 'time',
};

/** The zod schema, of release 3 or 4, of strings with the rules of a JSON Schema. What is neither a format nor a pattern is not checked. */
export function buildString(
  schema: Readonly<Record<string, unknown>>,
  z: Zod,
  { release, patterns }: { readonly release: 3 | 4; readonly patterns: ScriptPatterns },
): Zod {
  let made = z.string();
  const method = formats[String(schema.format)];
  if (method !== undefined && typeof made[method] === 'function') made = made[method]();
  if (typeof schema.minLength === 'number' && schema.minLength === schema.maxLength) {
    made = made.length(schema.minLength);
  } else {
    if (typeof schema.minLength === 'number') made = made.min(schema.minLength);
    if (typeof schema.maxLength === 'number') made = made.max(schema.maxLength);
  }
  if (typeof schema.pattern === 'string' && method === undefined) {
    const part = literalPart(schema.pattern, release);
    if (part) return made[part.method](part.text);
    try {
      made = made.regex(patterns.pattern(schema.pattern));
    } catch {
      // What is not a pattern is not checked.
    }
  }
  return made;
}

/** The method of zod that wrote a pattern of plain characters, and what it was given. */
function literalPart(pattern: string, release: 3 | 4): { readonly method: string; readonly text: string } | undefined {
  const rest = release === 4 ? String.raw`\.\*` : '';
  const plain = String.raw`((?:[^\\^$.*+?()[\]{}|/]|\\[^\w\s])+)`;
  const found = new RegExp(`^(?:\\^${plain}${rest}|${rest}${plain}\\$|${plain})$`).exec(pattern);
  if (!found) return undefined;
  const [, prefix, suffix, part = ''] = found;
  const method = prefix !== undefined ? 'startsWith' : suffix !== undefined ? 'endsWith' : 'includes';
  return { method, text: (prefix ?? suffix ?? part).replaceAll(/\\(.)/g, '$1') };
}
