import { UniqueNames } from '../../uniqueNames.ts';

/** Modules of Python itself; others are imported after them. */
const standardModules = new Set([
  'builtins',
  'collections.abc',
  'datetime',
  'decimal',
  'enum',
  'types',
  'typing',
  'uuid',
]);

/** A Python module that is being written: what it imports, and the names that it has. */
export class PythonFile {
  readonly #reserved: ReadonlySet<string>;
  readonly #names: UniqueNames;
  readonly #imports = new Map<string, Map<string, string>>();
  readonly #modules = new Map<string, string>();
  readonly #sections: string[] = [];

  /** `reserved`: names of fields, which would hide others inside their class. */
  constructor(reserved: ReadonlySet<string>) {
    this.#reserved = reserved;
    this.#names = new UniqueNames(name => reserved.has(name));
  }

  /** The name in this file of something that is imported. */
  use(module: string, name: string): string {
    const existing = this.#imports.get(module)?.get(name);
    if (existing !== undefined) return existing;
    const local = this.declare(name);
    const names = this.#imports.get(module) ?? new Map<string, string>();
    this.#imports.set(module, names.set(name, local));
    return local;
  }

  /** The name in this file of a module that is imported as a whole; it has no dots. */
  module(name: string): string {
    const local = this.#modules.get(name) ?? this.declare(name);
    this.#modules.set(name, local);
    return local;
  }

  /** A name that nothing else in the file has: the one that is asked for, if it is free. */
  declare(name: string): string {
    return this.#names.take(this.#reserved.has(name) ? `${name}_` : name);
  }

  /** Adds a class or a statement, without a line feed at its end. */
  add(section: string): void {
    this.#sections.push(section);
  }

  /** The whole file. */
  text(): string {
    const groups = [true, false].map(isStandard => {
      const isOfGroup = ([module]: readonly [string, unknown]) => standardModules.has(module) === isStandard;
      const modules = [...this.#modules]
        .filter(isOfGroup)
        .map(([name, local]) => (name === local ? `import ${name}` : `import ${name} as ${local}`));
      return [...modules, ...[...this.#imports].filter(isOfGroup).flatMap(importLine).sort()].join('\n');
    });
    const parts = [groups.filter(group => group !== '').join('\n\n'), ...this.#sections];
    const pieces: string[] = [];
    let before: string | undefined;
    for (const part of parts.filter(one => one !== '')) {
      if (before !== undefined) pieces.push(isClass(part) || isClass(before) ? '\n\n\n' : '\n\n');
      pieces.push(part);
      before = part;
    }
    return `${pieces.join('')}\n`;
  }
}

/** Whether a section begins with a class, above which stands more room. */
function isClass(section: string): boolean {
  return /^(?:#.*\n)*class /.test(section);
}

/** Nothing where the only names are those that Python has without an import. */
function importLine([module, names]: readonly [string, ReadonlyMap<string, string>]): readonly string[] {
  const parts = [...names]
    .filter(([name, local]) => module !== 'builtins' || name !== local)
    .map(([name, local]) => (name === local ? name : `${name} as ${local}`))
    .sort();
  if (parts.length === 0) return [];
  const line = `from ${module} import ${parts.join(', ')}`;
  return [line.length <= 88 ? line : `from ${module} import (\n${parts.map(part => `    ${part},\n`).join('')})`];
}
