import { type PyNode, spanOf } from '../../../code/python/read/syntax.ts';
import { isList, PyTuple } from '../../../python/index.ts';
import { standardConstant } from '../builtins/standardFunctions.ts';
import { type ImportStatement, readImport, type SourceFile } from '../run/program.ts';
import type { Run } from '../run/sourceRun.ts';
import { Environment } from '../values/environment.ts';
import { frameworkNames } from '../values/frameworks.ts';
import { External, Module, unknown, type Value, wrap } from '../values/values.ts';

/** Binds what an import statement names: modules of the workspace are read, others are a path. */
export function importNames(node: PyNode, names: Environment, run: Run): void {
  run.decide();
  const from = run.program.fileAt(node.from);
  for (const statement of readImport(node, run.program.text)) {
    const found = run.program.moduleOf(from, statement.level, statement.module);
    const bind = (name: string, value: Value, at = spanOf(node)) =>
      run.journal.assign(names.ownerOf(name), name, { value, at });
    if (statement.kind === 'import') plainImport(statement, from, node, bind, run);
    else if (statement.kind === 'star') starImport(statement, found, node, names, run);
    else
      for (const { local, path } of statement.bindings) {
        const name = path[0]!;
        const placed = importedName(statement, found, name, from, node, run);
        run.journal.assign(names.ownerOf(local), local, placed);
      }
  }
}

function importedName(
  { level, module }: ImportStatement,
  found: SourceFile | string | undefined,
  name: string,
  from: SourceFile,
  node: PyNode,
  run: Run,
): { value: Value; at: { start: number; end: number } } {
  const at = spanOf(node);
  if (typeof found === 'string') return { value: unknown(found, at), at };
  const own = found && run.load(found).names.names.get(name);
  if (own) return own;
  const below = run.program.moduleOf(from, level, [...module, name]);
  if (typeof below === 'string') return { value: unknown(below, at), at };
  if (below) return { value: wrap(run.load(below)), at };
  const path = [...module, name].join('.');
  if (found) return { value: unknown(`\`${module.join('.')}\` has no \`${name}\` that can be read.`, at), at };
  if (level > 0) return { value: unknown(`\`${'.'.repeat(level)}${path}\` is not a file of the workspace.`, at), at };
  return { value: standardConstant(path) ?? wrap(new External(path)), at };
}

function plainImport(
  { module, bindings: [binding] }: ImportStatement,
  from: SourceFile,
  node: PyNode,
  bind: (name: string, value: Value) => void,
  run: Run,
): void {
  if (!binding) return;
  let owner: Module | undefined;
  let first: Value | undefined;
  let last: Value | undefined;
  for (let i = 1; i <= module.length; i++) {
    const found = run.program.moduleOf(from, 0, module.slice(0, i));
    if (found === undefined) {
      last =
        i === 1
          ? undefined
          : unknown(`\`${module.slice(0, i).join('.')}\` is not a file of the workspace.`, spanOf(node));
      // A folder without `__init__.py` is a package as well.
      if (i < module.length && run.program.moduleOf(from, 0, module.slice(0, i + 1)) !== undefined) {
        const space = new Module(module[i - 1]!, new Environment('module'));
        if (owner && !owner.names.names.has(module[i - 1]!))
          owner.names.names.set(module[i - 1]!, { value: wrap(space), at: spanOf(node) });
        owner = space;
        first ??= wrap(space);
        continue;
      }
      break;
    }
    last = typeof found === 'string' ? unknown(found, spanOf(node)) : wrap(run.load(found));
    first ??= last;
    if (owner && i > 1) owner.names.names.set(module[i - 1]!, { value: last, at: spanOf(node) });
    if (typeof found === 'string') break;
    owner = run.load(found);
  }
  const isAlias = binding.path.length > 1 || binding.local !== module[0];
  const external = wrap(new External((isAlias ? module : module.slice(0, 1)).join('.')));
  bind(binding.local, (isAlias ? last : first) ?? external);
}

function starImport(
  { level, module }: ImportStatement,
  found: SourceFile | string | undefined,
  node: PyNode,
  names: Environment,
  run: Run,
): void {
  if (typeof found === 'object') {
    const { names: all } = run.load(found).names;
    const listed = all.get('__all__')?.value;
    const listedNames =
      listed !== undefined && isList(listed) ? listed : listed instanceof PyTuple ? listed.items : undefined;
    for (const [name, placed] of all)
      if (listedNames ? listedNames.includes(name) : !name.startsWith('_')) run.journal.assign(names, name, placed);
    return;
  }
  if (level > 0 || found !== undefined) return;
  const path = module.join('.');
  for (const name of frameworkNames(path))
    if (!names.names.has(name))
      run.journal.assign(names, name, { value: wrap(new External(`${path}.${name}`)), at: spanOf(node) });
}
