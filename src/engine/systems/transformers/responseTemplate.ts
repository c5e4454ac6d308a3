import { isPyDict, isPyList, type PyDict, PyFloat, type PyValue, pyTypeName } from '../../core/pyValue.ts';
import { compareCodePoints, pyRepr, pyStr, pyTruth } from '../../python/index.ts';
import { type Anchor, readAnchor, type TemplatePath, templateError } from './anchor.ts';
import { isContentParser, parserNames } from './contentParsers.ts';
import { checkTransform } from './transform.ts';
import { newestTransformers, type TransformersRelease } from './transformersRelease.ts';

/** A field of a response template: a key of the message, and which region of the answer it is read from. */
export interface TemplateField {
  readonly name: string;
  readonly open: Anchor | undefined;
  readonly close: Anchor | undefined;
  /** The name of its content parser. */
  readonly content: string;
  readonly contentArgs: PyValue;
  /** As it is written; what counts is whether it is true to Python. */
  readonly repeats: PyValue;
  readonly join: string | undefined;
  readonly optional: PyValue;
  /** `null`: none. */
  readonly transform: PyValue;
  readonly transformEach: boolean;
}

/** How the answers of a model are read: transformers' `response_template`, checked. */
export interface ResponseTemplate {
  readonly defaults: PyDict;
  readonly fields: ReadonlyMap<string, TemplateField>;
  /** The field that takes the text outside of the regions of others. */
  readonly implicit: string | undefined;
  /** Where the turn begins in the prompt. */
  readonly startAnchor: Anchor;
  /** The release of transformers that reads by it. */
  readonly release: TransformersRelease;
}

const templateKeys = ['version', 'defaults', 'fields', 'start_anchor', 'start_anchor_pattern'];
const fieldKeys = [
  'open',
  'open_pattern',
  'close',
  'close_pattern',
  'content',
  'content_args',
  'repeats',
  'join',
  'optional',
  'transform',
  'transform_each',
];

/**
 * transformers' `load_response_template`: checks in its order, and raises its errors with the place of what is wrong in
 * `path`, which begins with `at`. Linear.
 */
export function loadResponseTemplate(
  value: PyValue,
  at: TemplatePath = [],
  release: TransformersRelease = newestTransformers,
): ResponseTemplate {
  if (!isPyDict(value))
    throw templateError('ValueError', `response_template must be a dict, got ${pyTypeName(value)}`, at);
  const version = value.has('version') ? (value.get('version') ?? null) : 1;
  if (!(version === 1 || version === true || (version instanceof PyFloat && version.value === 1)))
    throw templateError('ValueError', `Unsupported response_template version: ${pyStr(version)}`, [...at, 'version']);
  const unknown = unknownKeys(value, templateKeys);
  if (unknown.length > 0)
    throw templateError('ValueError', `Unknown keys in response_template: ${pyRepr(unknown)}`, [
      ...at,
      unknown[0] ?? '',
    ]);
  const defaults = value.has('defaults') ? (value.get('defaults') ?? null) : new Map<string, PyValue>();
  if (!isPyDict(defaults))
    throw templateError('ValueError', 'response_template.defaults must be a dict', [...at, 'defaults']);
  const ownFields = value.get('fields');
  if (!isPyDict(ownFields) || ownFields.size === 0)
    throw templateError(
      'ValueError',
      'response_template.fields must be a non-empty dict',
      value.has('fields') ? [...at, 'fields'] : at,
    );
  const fields = new Map<string, TemplateField>();
  for (const [name, field] of ownFields) fields.set(name, readField(name, field, at));
  const implicit = [...fields.values()].filter(field => !field.open).map(field => field.name);
  if (implicit.length > 1)
    throw templateError(
      'ValueError',
      `At most one field may omit 'open'/'open_pattern' (that field becomes the implicit-open / leftover sink). Found: ${implicit.join(', ')}`,
      [...at, 'fields', implicit[1] ?? ''],
    );
  const startAnchor = readAnchor('response_template', value, 'start_anchor', at);
  if (!startAnchor)
    throw templateError('ValueError', "response_template must define 'start_anchor' or 'start_anchor_pattern'.", at);
  return { defaults, fields, implicit: implicit[0], startAnchor, release };
}

function unknownKeys(value: PyDict, keys: readonly string[]): readonly string[] {
  return [...value.keys()].filter(key => !keys.includes(key)).sort(compareCodePoints);
}

function readField(name: string, field: PyValue, at: TemplatePath): TemplateField {
  const scope = `Field '${name}'`;
  const path: TemplatePath = [...at, 'fields', name];
  const fail = (message: string, ...place: TemplatePath): never => {
    throw templateError('ValueError', message, [...path, ...place]);
  };
  if (!isPyDict(field)) return fail(`${scope} must be a dict`);
  const get = (key: string, fallback: PyValue) => (field.has(key) ? (field.get(key) ?? null) : fallback);
  const unknown = unknownKeys(field, fieldKeys);
  if (unknown.length > 0) fail(`${scope}: unknown keys ${pyRepr(unknown)}`, unknown[0] ?? '');
  const content = get('content', 'text');
  if (isPyDict(content) || isPyList(content))
    throw templateError('TypeError', `unhashable type: '${pyTypeName(content)}'`, [...path, 'content']);
  if (typeof content !== 'string' || !isContentParser(content))
    return fail(`${scope}: unknown content parser '${pyStr(content)}'. Available: ${pyRepr(parserNames)}`, 'content');
  const open = readAnchor(scope, field, 'open', path);
  const close = readAnchor(scope, field, 'close', path);
  const join = get('join', null);
  const repeats = get('repeats', false);
  if (join !== null) {
    if (typeof join !== 'string') return fail(`${scope}: 'join' must be a string, got ${pyTypeName(join)}`, 'join');
    if (!pyTruth(repeats)) fail(`${scope}: 'join' requires 'repeats': true`, 'join');
  }
  const transform = get('transform', null);
  const transformEach = get('transform_each', false);
  if (typeof transformEach !== 'boolean')
    return fail(`${scope}: transform_each must be a bool, got ${pyTypeName(transformEach)}`, 'transform_each');
  if (transformEach && transform === null)
    fail(`${scope}: transform_each is set but no transform was provided`, 'transform_each');
  if (transform !== null) checkTransform(scope, transform, [...path, 'transform']);
  else checkGroups(scope, open, close, path);
  return {
    name,
    open,
    close,
    content,
    contentArgs: get('content_args', new Map<string, PyValue>()),
    repeats,
    join: join ?? undefined,
    optional: get('optional', true),
    transform,
    transformEach,
  };
}

/** Captures are of use to a transform only. */
function checkGroups(scope: string, open: Anchor | undefined, close: Anchor | undefined, path: TemplatePath): void {
  const opens = open?.regex?.names ?? [];
  const names = [...new Set([...opens, ...(close?.regex?.names ?? [])])].sort(compareCodePoints);
  if (names.length === 0) return;
  throw templateError(
    'ValueError',
    `${scope}: open_pattern/close_pattern declares named group(s) ${pyRepr(names)}, but the field has no 'transform'. Named captures are only surfaced through a 'transform' template (where they appear alongside 'content'). Either add a 'transform' that uses the captures, or remove the named groups from the pattern.`,
    [...path, opens.length > 0 ? 'open_pattern' : 'close_pattern'],
  );
}
