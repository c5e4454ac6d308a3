import { pointerStep } from '../core/pointerStep.ts';
import { isPyDict, type PyDict, type PyValue } from '../core/pyValue.ts';
import { dictAt, listAt, resolveReference } from '../validation/index.ts';

type Path = readonly (string | number)[];

/** Where a schema says what a member is. */
export interface SchemaPlace {
  /** The path of the member's schema in the whole schema, and that of the object's; references are followed. */
  readonly path: Path;
  readonly schema: PyDict;
  /** Absent: the member is an item of a list, or the whole value. */
  readonly object?: { readonly path: Path; readonly schema: PyDict; readonly key: string };
}

/** The most steps of a path that are followed. */
const deepest = 50;

/**
 * The part of a JSON Schema that is about a member; `member`: its JSON pointer, in which `*` stands for any index. Of a union the
 * first branch that has it. `undefined` where the schema does not say. Total.
 */
export function schemaPlace(root: PyDict, member: string): SchemaPlace | undefined {
  const steps = member === '/' ? [] : member.split('/').slice(1);
  if (steps.length > deepest) return undefined;
  return placeBelow(
    root,
    { path: [], schema: root },
    steps.map(step => pointerStep(step)),
  );
}

function placeBelow(root: PyDict, given: SchemaPlace, [step, ...rest]: readonly string[]): SchemaPlace | undefined {
  const resolved = resolveReference(root, given.schema);
  if (!resolved) return undefined;
  const { schema } = resolved;
  const path = given.schema.has('$ref') ? resolved.path : given.path;
  if (step === undefined) return { ...given, path, schema };
  for (const keyword of ['anyOf', 'oneOf', 'allOf'])
    for (const [i, branch] of (listAt(schema, keyword) ?? []).entries()) {
      const found = inBranch(root, [...path, keyword, i], branch, [step, ...rest]);
      if (found) return found;
    }
  const properties = dictAt(schema, 'properties');
  const own: PyValue = properties?.get(step) ?? null;
  if (isPyDict(own)) {
    const object = { path, schema, key: step };
    return placeBelow(root, { path: [...path, 'properties', step], schema: own, object }, rest);
  }
  const items: PyValue = schema.get('items') ?? null;
  if (isPyDict(items) && /^(?:\*|\d+)$/.test(step))
    return placeBelow(root, { path: [...path, 'items'], schema: items }, rest);
  return undefined;
}

function inBranch(root: PyDict, path: Path, branch: PyValue, steps: readonly string[]): SchemaPlace | undefined {
  return isPyDict(branch) ? placeBelow(root, { path, schema: branch }, steps) : undefined;
}
