interface GbnfState extends Iterable<{ readonly type: string }> {
  add(text: string): GbnfState;
}

/** Reads grammars as the npm package does; `undefined`: it is not installed. */
export async function npmGbnf(): Promise<((grammar: string) => (text: string) => boolean) | undefined> {
  const name = 'gbnf';
  const module = await import(name).catch(() => undefined);
  if (!module) return undefined;
  const read = (module as { default(grammar: string): GbnfState }).default;
  return grammar => {
    const start = read(grammar);
    return text => {
      try {
        return [...(text === '' ? start : start.add(text))].some(({ type }) => type === 'end');
      } catch {
        return false;
      }
    };
  };
}
