import type { Host } from '../../../core/host.ts';
import { ScriptPatterns } from '../script/scriptPatterns.ts';
import type { JsonSchema } from '../script/zodModel.ts';

/** Patterns and texts that are tried with each other; of more, all patterns accept. */
const mostTries = 20_000;

/**
 * The schema with patterns that accept, of the texts of a value, those that its own do. The host tries those, away from this
 * thread and with a limit: @cfworker/json-schema runs what stands in a schema. Rejects like `ScriptPatterns.settled`.
 */
export async function withTriedPatterns(schema: JsonSchema, value: unknown, host: Host): Promise<JsonSchema> {
  const sources = new Set<string>();
  walk(schema, (key, part) => {
    if (key === 'pattern' && typeof part === 'string') sources.add(part);
    else if (key === 'patternProperties' && typeof part === 'object' && part !== null)
      for (const source of Object.keys(part)) sources.add(source);
  });
  if (sources.size === 0) return schema;
  const texts = new Set<string>();
  walk(value, (key, part) => {
    texts.add(key);
    if (typeof part === 'string') texts.add(part);
  });
  if (typeof value === 'string') texts.add(value);
  const areTried = sources.size * texts.size <= mostTries;
  const patterns = new ScriptPatterns();
  const made = new Map([...sources].map(source => [source, patterns.pattern(source)]));
  const known = await patterns.settled(
    () =>
      new Map(
        // Each is another one, as the keys of an object have to be.
        [...made].map(([source, pattern], i) => [
          source,
          `${areTried ? literally([...texts].filter(text => pattern.test(text))) : ''}(?:){${i}}`,
        ]),
      ),
    host,
  );
  return replaced(schema, known) as JsonSchema;
}

/** A pattern of these texts alone. */
function literally(texts: readonly string[]): string {
  if (texts.length === 0) return '(?!)';
  return `^(?:${texts.map(text => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})$`;
}

function walk(value: unknown, visit: (key: string, part: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    visit(key, part);
    walk(part, visit);
  }
}

function replaced(part: unknown, known: ReadonlyMap<string, string>, isNamed = false): unknown {
  if (Array.isArray(part)) return part.map(each => replaced(each, known));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      isNamed ? (known.get(key) ?? key) : key,
      key === 'pattern' && typeof value === 'string'
        ? (known.get(value) ?? value)
        : replaced(value, known, key === 'patternProperties'),
    ]),
  );
}
