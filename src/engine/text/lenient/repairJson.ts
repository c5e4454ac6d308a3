import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { jsonLoads, pyTruth } from '../../python/index.ts';
import { type ArrayNode, LenientFault, type LenientNode, nodeValue, type ObjectNode } from './lenientNode.ts';
import { LenientReader } from './lenientReader.ts';
import { missing, SchemaRepair } from './schemaRepair.ts';
import { needRequired, objectConfig, propertySchemas, RepairRefused } from './schemaRules.ts';

/**
 * `json_repair.repair_json(text, stream_stable=True, schema=schema)` of 0.61, read again with `json.loads`: the value, or
 * `undefined` where it raises. Unlike the original the schema comes into play once the text is read, which gives the same
 * but for what a repaired value would change in the reading of the text behind it. Linear in the text, as `readLenient`.
 */
export function repairJson(text: string, schema?: PyValue): PyValue | undefined {
  try {
    return repaired(text, schema);
  } catch (error) {
    if (error instanceof RepairRefused || error instanceof LenientFault || error instanceof EngineError)
      return undefined;
    throw error;
  }
}

function repaired(text: string, schema: PyValue | undefined): PyValue | undefined {
  const read = jsonLoads(text);
  const repair = schema === undefined ? undefined : new SchemaRepair(schema);
  if (read.ok) {
    if (!repair || repair.accepts(read.value, schema!)) return read.value;
    const value = fitted(read.value, schema!, repair);
    if (value !== undefined) return value;
  }
  const reader = new LenientReader(text, true);
  const values = reader.readEach(node => (repair ? readWith(node, schema, repair) : nodeValue(node)), {
    isTrue: pyTruth,
    haveSameShape,
  });
  const value = values.length === 1 ? values[0]! : values;
  if (repair && !repair.accepts(value, schema!)) throw new RepairRefused();
  return value;
}

function fitted(value: PyValue, schema: PyValue, repair: SchemaRepair): PyValue | undefined {
  try {
    const made = repair.repair(value, schema);
    return repair.accepts(made, schema) ? made : undefined;
  } catch (error) {
    if (error instanceof RepairRefused) return undefined;
    throw error;
  }
}

/** `parse_json(schema)`: what was read, repaired from the inside out. */
function readWith(node: LenientNode, schema: PyValue | undefined, repair: SchemaRepair): PyValue {
  const resolved = repair.resolve(schema);
  if (resolved === false) throw new RepairRefused();
  if (resolved === true) return nodeValue(node);
  if (node.kind === 'object') return repair.repair(readObject(node, resolved, repair), resolved);
  if (node.kind === 'array') return repair.repair(readArray(node, resolved, repair), resolved);
  // At the end of the text nothing is left to repair; who holds it does.
  const isNothing = node.start === node.end && node.value === '' && !node.isBehindComment;
  return isNothing ? '' : repair.repair(node.value, resolved);
}

function readObject(node: ObjectNode, schema: PyDict, repair: SchemaRepair): PyValue {
  if (!repair.isObjectSchema(schema)) return nodeValue(node);
  const config = objectConfig(schema);
  const made = new Map<string, PyValue>();
  for (const [key, member] of node.members) {
    const { first, more, isDropped } = propertySchemas(config, key);
    const isMissing = member.node.kind === 'scalar' && member.node.isMissing === true;
    const value = isMissing ? repair.repair(missing, first) : readWith(member.node, first, repair);
    const fit = more.reduce<PyValue>((made, each) => repair.repair(made, each), value);
    if (!isDropped) made.set(key, fit);
  }
  needRequired(config, made);
  for (const [key, property] of config.properties)
    if (!made.has(key) && isPyDict(property) && property.has('default') && !config.required.includes(key))
      made.set(key, property.get('default')!);
  return made;
}

function readArray(node: ArrayNode, schema: PyDict, repair: SchemaRepair): PyValue {
  if (!repair.isArraySchema(schema)) return nodeValue(node);
  const [items, additional] = [schema.get('items') ?? null, schema.get('additionalItems')];
  return node.items.flatMap((item, i) => {
    if (!isPyList(items)) return [readWith(item, isPyDict(items) ? items : true, repair)];
    if (i < items.length) return [readWith(item, items[i], repair)];
    if (additional === false) return [];
    return [readWith(item, additional !== undefined && isPyDict(additional) ? additional : true, repair)];
  });
}

/** Whether two values have the same types and keys throughout, whatever their scalars say. */
function haveSameShape(a: PyValue, b: PyValue): boolean {
  if (isPyList(a)) return isPyList(b) && a.length === b.length && a.every((item, i) => haveSameShape(item, b[i]!));
  if (!isPyDict(a)) return !isPyList(b) && !isPyDict(b) && pyTypeName(a) === pyTypeName(b);
  if (!isPyDict(b) || a.size !== b.size) return false;
  return [...a].every(([key, value]) => b.has(key) && haveSameShape(value, b.get(key)!));
}
