/**
 * The largest file that is read as a whole, in bytes: a definition, a conversation, a model's, or what one of these names; on
 * Node and through VS Code.
 */
export const maxNamedFile = 50 * 1024 * 1024;
