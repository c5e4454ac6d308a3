/** What is being read: the key of an object, a value of an object, or the items of an array. */
export type Context = 'key' | 'value' | 'array';

/** What is being read, from the outside in. */
export class ReadContext {
  private readonly stack: Context[] = [];
  private readonly counts: Record<Context, number> = { key: 0, value: 0, array: 0 };

  get current(): Context | undefined {
    return this.stack.at(-1);
  }

  get isEmpty(): boolean {
    return this.stack.length === 0;
  }

  /** Whether anything of this kind is being read, at whatever level. */
  has(context: Context): boolean {
    return this.counts[context] > 0;
  }

  /** Runs `read` with `context` as the innermost. */
  within<T>(context: Context, read: () => T): T {
    this.stack.push(context);
    this.counts[context]++;
    try {
      return read();
    } finally {
      this.stack.pop();
      this.counts[context]--;
    }
  }
}
