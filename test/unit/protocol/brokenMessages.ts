/** A guard, messages that it lets pass, and the members that may be missing, may be null, and may be anything. */
export interface GuardCase {
  readonly guard: (message: unknown) => boolean;
  readonly good: readonly object[];
  readonly optional?: readonly string[];
  readonly nullable?: readonly string[];
  readonly free?: readonly string[];
  /** Numbers that may be below 0 and between whole ones. */
  readonly loose?: readonly string[];
}

/** What has one word of several. */
const words = ['type', 'tab', 'pane', 'part', 'order', 'change', 'action', 'kind', 'verdicts'];

/** What may not stand in place of a value. */
function wrong(key: string, value: unknown, { optional, nullable, free, loose }: GuardCase): readonly unknown[] {
  const none = optional?.includes(key) ? [] : [undefined];
  if (free?.includes(key)) return none;
  const others = nullable?.includes(key) ? none : [...none, null];
  if (value === null) return [...none, {}];
  if (typeof value === 'string') return [...others, 3, ...(words.includes(key) ? ['toString'] : [])];
  if (typeof value === 'number') return [...others, '3', ...(loose?.includes(key) ? [] : [-1, 0.5])];
  return [...others, 'x', 3];
}

/** A message with one of its members missing or of another kind, each in its turn. */
export function* broken(value: unknown, options: GuardCase, key = ''): Generator<unknown> {
  if (Array.isArray(value))
    for (const [i, item] of value.entries()) {
      for (const other of broken(item, options, key)) yield value.with(i, other);
      for (const other of wrong(key, item, options)) yield value.with(i, other);
    }
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) {
      for (const other of broken(item, options, name)) yield { ...value, [name]: other };
      for (const other of wrong(name, item, options)) {
        const { [name]: _, ...rest } = value as Record<string, unknown>;
        yield other === undefined ? rest : { ...rest, [name]: other };
      }
    }
}
