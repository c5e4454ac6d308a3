/** Modules of Python itself; others are imported after them. */
const standardModules = new Set(['builtins', 'datetime', 'decimal', 'enum', 'typing', 'uuid']);

/** A Python module that is being written: what it imports, and the names that it has. */
export class PythonFile {
  readonly #reserved: ReadonlySet<string>;
  readonly #names = new Set<string>();
  readonly #imports = new Map<string, Map<string, string>>();
  readonly #sections: string[] = [];

  /** `reserved`: names of fields, which would hide others inside their class. */
  constructor(reserved: ReadonlySet<string>) {
    this.#reserved = reserved;
  }

  /** The name in this file of something that is imported. */
  use(module: string, name: string): string {
    const known = this.#imports.get(module)?.get(name);
    if (known !== undefined) return known;
    const local = this.declare(name);
    if (module === 'builtins' && local === name) return name;
    const names = this.#imports.get(module) ?? new Map<string, string>();
    this.#imports.set(module, names.set(name, local));
    return local;
  }

  /** A name that nothing else in the file has: the one that is asked for, if it is free. */
  declare(name: string): string {
    let free = name;
    for (let i = 2; this.#isTaken(free); i++) free = this.#reserved.has(name) && i === 2 ? `${name}_` : `${name}${i}`;
    this.#names.add(free);
    return free;
  }

  /** Adds a class or a statement, without a line feed at its end. */
  add(section: string): void {
    this.#sections.push(section);
  }

  /** The whole file. */
  text(): string {
    const imports = [true, false]
      .map(standard => [...this.#imports].filter(([module]) => standardModules.has(module) === standard))
      .filter(group => group.length > 0)
      .map(group => group.map(importLine).sort().join('\n'))
      .join('\n\n');
    return `${[imports, ...this.#sections].filter(part => part !== '').join('\n\n\n')}\n`;
  }

  #isTaken(name: string): boolean {
    return this.#names.has(name) || this.#reserved.has(name);
  }
}

function importLine([module, names]: readonly [string, ReadonlyMap<string, string>]): string {
  const parts = [...names].map(([name, local]) => (name === local ? name : `${name} as ${local}`)).sort();
  const line = `from ${module} import ${parts.join(', ')}`;
  return line.length <= 88 ? line : `from ${module} import (\n${parts.map(part => `    ${part},\n`).join('')})`;
}
