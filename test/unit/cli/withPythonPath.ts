/** Runs something where Python finds packages in a folder, as it does where they are installed. */
export async function withPythonPath<T>(folder: string, run: () => Promise<T>): Promise<T> {
  const before = process.env.PYTHONPATH;
  process.env.PYTHONPATH = folder;
  try {
    return await run();
  } finally {
    if (before === undefined) delete process.env.PYTHONPATH;
    else process.env.PYTHONPATH = before;
  }
}
