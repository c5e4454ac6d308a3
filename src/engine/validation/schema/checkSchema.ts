import { nearest } from '../../core/nearestName.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import {
  countKeywords,
  isOfOtherType,
  nearestType,
  numberKeywords,
  schemaKeywords,
  subschemas,
  typeOfKeyword,
} from './keywords.ts';
import { countAt, numberAt, type SchemaPath, type SchemaProblem, stringAt } from './schemaReader.ts';

/** Schemas nested deeper than this are not looked at, as in validation. */
const maxDepth = 200;

const keywords = [
  ...[...typeOfKeyword.keys(), ...Object.values(schemaKeywords).flat()],
  ...[
    '$ref',
    '$schema',
    '$id',
    '$anchor',
    '$comment',
    'title',
    'description',
    'type',
    'format',
    'enum',
    'const',
    'default',
  ],
  ...['example', 'examples', 'deprecated', 'readOnly', 'writeOnly', 'discriminator', 'contentEncoding'],
  ...['contentMediaType', 'dependentRequired', 'minContains', 'maxContains'],
  ...['verbatim', 'exclude', 'nullable', 'strict'],
];
const keywordSet: ReadonlySet<string> = new Set(keywords);

/**
 * What of a schema contradicts itself or is of the wrong shape, beside what building its validator reports: Pydantic's
 * `model_json_schema()` prints nothing of the kind. Linear.
 */
export function checkSchema(root: PyDict): readonly SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const refuse = (path: SchemaPath, message: string) => problems.push({ path, message, kind: 'refused' });
  visit(root, [], 0);
  return problems;

  function visit(schema: PyDict, path: SchemaPath, depth: number): void {
    if (depth > maxDepth) return;
    checkShapes(schema, path, refuse);
    checkBounds(schema, path, refuse);
    checkRequired(schema, path, refuse);
    for (const key of schema.keys()) problems.push(...checkKeyword(schema, key, path));
    for (const inner of subschemas(schema)) visit(inner.schema, [...path, ...inner.path], depth + 1);
  }
}

type Refuse = (path: SchemaPath, message: string) => unknown;

function checkShapes(schema: PyDict, path: SchemaPath, refuse: Refuse): void {
  for (const key of schemaKeywords.dict)
    if (schema.has(key) && !isPyDict(schema.get(key)))
      refuse([...path, key], `\`${key}\` must be an object of schemas.`);
  for (const key of [...schemaKeywords.list, 'enum']) {
    const list = schema.get(key);
    if (list === undefined || (isPyList(list) && list.length > 0) || (key === 'prefixItems' && isPyList(list)))
      continue;
    refuse([...path, key], `\`${key}\` must be a list with at least one item; it has no effect.`);
  }
  for (const key of ['title', 'description', 'format', 'pattern'])
    if (schema.has(key) && stringAt(schema, key) === undefined) refuse([...path, key], `\`${key}\` must be a string.`);
}

function checkBounds(schema: PyDict, path: SchemaPath, refuse: Refuse): void {
  for (const key of numberKeywords)
    if (schema.has(key) && numberAt(schema, key) === undefined)
      refuse([...path, key], `\`${key}\` must be a number; it is not checked.`);
  for (const key of countKeywords)
    if (schema.has(key) && countAt(schema, key) === undefined)
      refuse([...path, key], `\`${key}\` must be a whole number from 0; it is not checked.`);
  const step = numberAt(schema, 'multipleOf');
  if (step !== undefined && step <= 0) refuse([...path, 'multipleOf'], '`multipleOf` must be greater than 0.');
  const nothingBetween = (low: string, high: string, mayBeEqual: boolean) => {
    const [from, to] = [numberAt(schema, low), numberAt(schema, high)];
    if (from === undefined || to === undefined || from < to || (mayBeEqual && from <= to)) return;
    refuse([...path, high], `No value fits: \`${low}\` is ${from}, \`${high}\` is ${to}.`);
  };
  nothingBetween('minimum', 'maximum', true);
  nothingBetween('exclusiveMinimum', 'maximum', false);
  nothingBetween('minimum', 'exclusiveMaximum', false);
  nothingBetween('exclusiveMinimum', 'exclusiveMaximum', false);
  for (const what of ['Length', 'Items', 'Properties']) nothingBetween(`min${what}`, `max${what}`, true);
}

function checkRequired(schema: PyDict, path: SchemaPath, refuse: Refuse): void {
  const required = schema.get('required');
  if (required === undefined) return;
  if (!isPyList(required)) {
    refuse([...path, 'required'], '`required` must be a list of property names; nothing is required now.');
    return;
  }
  const properties = schema.get('properties');
  for (const [i, name] of required.entries())
    if (typeof name !== 'string') refuse([...path, 'required', i], 'The name of a property must be a string.');
    else if (isPyDict(properties) && !properties.has(name))
      refuse(
        [...path, 'required', i],
        `\`${name}\` is required but not among the \`properties\`, so that it is not asked for.`,
      );
}

/** Whether a key is a keyword of JSON Schema, or one that the systems put in their schemas. */
function isKeyword(key: string): boolean {
  return keywordSet.has(key);
}

/** A keyword that is misspelt, or that says nothing about values of the type. */
function checkKeyword(schema: PyDict, key: string, path: SchemaPath): readonly SchemaProblem[] {
  const at = [...path, key];
  if (!isKeyword(key)) {
    const meant = nearest(key, keywords);
    if (meant === undefined || schema.has(meant)) return [];
    return [
      {
        path: at,
        message: `\`${key}\` is not a keyword of JSON Schema. Did you mean \`${meant}\`?`,
        ofKey: true,
        nearest: meant,
        kind: 'refused',
      },
    ];
  }
  if (!isOfOtherType(schema, key)) return [];
  const message = `\`${key}\` says nothing about values of type \`${stringAt(schema, 'type')}\`; it is not checked.`;
  return [{ path: at, message, ofKey: true }];
}

/** Properties that are reported where they stand beside `properties`; the first ones say it all. */
const maxStray = 10;

/** What of a whole schema no model class has: another type than `object`, or properties in the place of keywords. */
export function checkRoot(root: PyDict): readonly SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const type = root.get('type');
  if (type !== undefined && type !== 'object') {
    const isMeant = typeof type === 'string' && nearestType(type) === 'object';
    const message = 'A model is of type `object`; the type of the whole schema is not checked.';
    problems.push({ path: ['type'], message, kind: 'refused', ...(isMeant && { nearest: 'object' }) });
  }
  if (['properties', '$ref', 'allOf', 'anyOf', 'oneOf'].some(key => root.has(key))) return problems;
  const stray = [...root].filter(([key, value]) => !isKeyword(key) && isSchema(value)).slice(0, maxStray);
  for (const [key] of stray) {
    const message = `\`${key}\` is not a keyword of JSON Schema. Properties stand in the object \`properties\`.`;
    problems.push({ path: [key], message, ofKey: true, kind: 'refused' });
  }
  return problems;
}

function isSchema(value: PyValue): boolean {
  return isPyDict(value) && ['type', '$ref', 'anyOf', 'enum', 'const'].some(key => value.has(key));
}
