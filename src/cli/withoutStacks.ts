/**
 * Does work for which errors are data: nobody looks at their stacks, and to note them takes longer than much of the reading
 * does. Only for a process of the command line's own, as all of it goes without them until the work is done.
 */
export async function withoutStacks<T>(work: () => Promise<T>): Promise<T> {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return await work();
  } finally {
    Error.stackTraceLimit = limit;
  }
}
