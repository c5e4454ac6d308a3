/** The largest file that is read because another file names it, in bytes; on Node and through VS Code. */
export const maxNamedFile = 50 * 1024 * 1024;
