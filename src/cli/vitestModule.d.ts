/** What we use of Vitest, which is the user's: it is neither bundled nor installed here. */
declare module 'vitest' {
  type Register = (name: string, run: () => void) => void;
  export const describe: Register;
  export const it: Register & { readonly skip: Register };
}
