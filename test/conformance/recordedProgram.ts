/** What `readSource` is given to read a file of a program that was recorded. */
export function filesOf(files: Readonly<Record<string, string>>, file: string) {
  const readFile = async (path: string) => {
    const text = files[path.slice('/p/'.length)];
    return text === undefined ? undefined : new TextEncoder().encode(text);
  };
  return [files[file]!, `/p/${file}`, { roots: ['/p'], readFile }] as const;
}
