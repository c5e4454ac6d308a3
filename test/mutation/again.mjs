// @ts-check
// Node's hook (see `register` of node:module) by which a test bundle can be loaded anew in a process that has it already:
// `bundle.mjs?7` has chunks of its own, `chunk.mjs?7`, while packages are loaded once.

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, nextResolve) {
  const found = await nextResolve(specifier, context);
  const again = /^\.{0,2}\//.test(specifier) && /\?\w+$/.exec(context.parentURL ?? '')?.[0];
  return again && !found.url.includes('?') ? { ...found, url: `${found.url}${again}` } : found;
}
