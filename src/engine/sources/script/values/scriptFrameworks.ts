import type { ScriptClasses } from '../../../parsers/scriptParsers.ts';
import { scriptClasses } from '../../../systems/registry.ts';

const frameworks = scriptClasses();

/** The classes of which a framework's package of this name is one; `undefined`: there is no such package. */
export function scriptOf(source: string): ScriptClasses | undefined {
  return frameworks.find(({ sources }) => sources.has(source));
}

/** The framework's package that a module is imported from by this name. */
export function sourceOfImport(specifier: string): string | undefined {
  for (const each of frameworks) {
    const source = each.sourceOf(specifier);
    if (source !== undefined) return source;
  }
  return undefined;
}
