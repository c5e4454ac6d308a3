import { assignmentOf, childOf, childrenOf, type PyNode } from '../../../code/python/read/syntax.ts';
import { isDict, isList } from '../../../python/index.ts';
import type { Run } from '../run/sourceRun.ts';
import { basesOf, lastOf, lineOf } from '../values/classLines.ts';
import { Part } from '../values/libraryValues.ts';
import { as, type Class, type Field, type Given, type Placed } from '../values/values.ts';

/** What may change the arguments of a Pydantic object. */
const checks =
  /validator|model_post_init|serializer|\balias|model_config|\bclass Config\b|Before|After|Wrap|^class\s+\w+\s*\([^)]*=/;

/** What an instance of a dataclass, a named tuple or a Pydantic class holds; `undefined`: the class is none of these. */
export function dataclassFields(
  of: Class,
  args: Given,
  node: PyNode,
  run: Run,
): ReadonlyMap<string, Placed> | undefined {
  const bases = basesOf(of).map(lastOf);
  const isModel = bases.includes('BaseModel');
  if (!isModel && !bases.includes('NamedTuple') && !lineOf(of).some(({ isDataclass }) => isDataclass)) return undefined;
  const isCode = isModel && isChecked(of, run);
  const fields = fieldsOf(of, run);
  const ordered = fields.filter(({ initial }) => !isKeywordOnly(initial));
  const found = new Map<string, Placed>();
  for (const field of fields) {
    const { name, type, initial } = field;
    const passed = args.named.get(name) ?? args.positional[ordered.indexOf(field)];
    const hole = args.spread?.unknown;
    const placed = passed ?? (hole ? undefined : initial && initialOf(initial, node, run));
    // What Pydantic makes of a value of another type is not read.
    const isAsWritten = placed && !isCode && (!isModel || isOfType(placed, type));
    const reason = hole?.reason ?? `\`${name}\` of this object is not known.`;
    found.set(
      name,
      isAsWritten ? placed : { value: run.unknown(reason, node), at: placed?.at ?? { start: node.from, end: node.to } },
    );
  }
  return found;
}

/** Whether a Pydantic class itself converts its input or its output. */
export function isChecked(of: Class, run: Run): boolean {
  return lineOf(of).some(({ node }) => checks.test(run.program.text.slice(node.from, node.to)));
}

/** The fields of a class, those of its bases first. */
export function fieldsOf(of: Class, run: Run): readonly Field[] {
  const { text } = run.program;
  const fields = new Map<string, Field>();
  for (const each of lineOf(of).toReversed()) {
    for (const field of each.tupleFields ?? []) fields.set(field.name, field);
    const body = childOf(each.node, 'Body');
    for (const statement of body ? childrenOf(body) : []) {
      if (statement.name !== 'AssignStatement') continue;
      const { targets, annotation } = assignmentOf(statement);
      const [target] = targets;
      if (!target || !annotation) continue;
      const name = text.slice(target.from, target.to);
      const type = text.slice(annotation.from, annotation.to);
      if (/^(?:typing\.)?ClassVar\b/.test(type)) continue;
      const initial = (each.initials ?? each.names.names).get(name);
      const isPassedOn = /^(?:dataclasses\.)?InitVar\b/.test(type);
      fields.set(name, { name, type, isPassedOn, ...(initial && { initial }) });
    }
  }
  return [...fields.values()];
}

/** The fields that an instance keeps. */
export function keptFields(of: Class, run: Run): readonly Field[] {
  return fieldsOf(of, run).filter(({ isPassedOn }) => !isPassedOn);
}

/** Whether a field takes no argument by its place: `field(init=False)`, `field(kw_only=True)`. */
function isKeywordOnly(initial: Placed | undefined): boolean {
  const named = as(initial?.value, Part)?.args.named;
  return named?.get('init')?.value === false || named?.get('kw_only')?.value === true;
}

/** The default of a field: as written, or what `field(…)` says. */
function initialOf(initial: Placed, node: PyNode, run: Run): Placed | undefined {
  const record = as(initial.value, Part);
  if (!record) return initial;
  const factory = record.args.named.get('default_factory');
  if (factory) return { value: run.call(factory.value, { positional: [], named: new Map() }, node), at: factory.at };
  return record.args.named.get('default') ?? record.args.positional[0];
}

function isOfType({ value }: Placed, type: string): boolean {
  if (/^(?:Optional\[.*\]|.*\| None)$/.test(type) && value === null) return true;
  const plain = type.replace(/^Optional\[(.*)\]$/, '$1').replace(/ \| None$/, '');
  if (typeof value === 'string') return plain === 'str' || plain === 'Any';
  if (typeof value === 'boolean') return plain === 'bool' || plain === 'Any';
  if (typeof value === 'number') return plain === 'int' || plain === 'Any';
  if (isList(value))
    return /^(?:typing\.)?[Ll]ist(?:\[(?:str|Any)\])?$/.test(plain) && value.every(each => typeof each === 'string');
  return isDict(value) && /^(?:typing\.)?[Dd]ict(?:\[str, (?:str|Any)\])?$/.test(plain);
}
