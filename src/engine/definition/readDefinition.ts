import type { Node } from 'jsonc-parser';
import * as z from 'zod';
import { EngineError } from '../core/errors.ts';
import { nearest } from '../core/nearestName.ts';
import { printed } from '../core/once.ts';
import { type Problem, problem } from '../core/problem.ts';
import { isPyDict, isPyList, type PyValue, toPlain } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import { spanOfNode } from '../json/jsonSource.ts';
import type { Definition, Expectation, Sample } from '../parsers/definition.ts';
import { type DefinitionNode, NodeSource } from '../parsers/nodeSource.ts';
import type { ParserType } from '../parsers/parserType.ts';
import { parserTypes } from '../systems/registry.ts';
import { typeNamed } from '../systems/typeNamed.ts';
import { commonKeys, filterKeys } from './commonKeys.ts';
import { instructionProblems } from './instructionProblems.ts';
import { keyProblems } from './keyProblems.ts';
import { orderProblems } from './orderProblems.ts';
import { shapeProblems, typeProblem, unknownKey } from './shapeProblems.ts';

/** The types that a definition may have; `undefined`: all, of which those that no definition has need not be loaded. */
export type KnownTypes = readonly ParserType[] | undefined;

/** A definition to be read. */
export interface DefinitionPart extends DefinitionNode {
  readonly path: readonly string[];
  /** The definition's key, where it has one. */
  readonly nameSpan?: Span;
  /** The value is all that there is, though the type could split it: nobody can say how. */
  readonly isWhole?: true;
  /** The source that says what the definition is. `span`: that of the value of `source`. */
  readonly linked?: {
    readonly node: Node;
    readonly span: Span;
    readonly reference: string;
    readonly unknown: readonly string[];
  };
}

const commonSchema = z.object(commonKeys);
const filterSchema = z.object(filterKeys);
/** One schema for each type, built when it is first met. */
const ownSchemas = new WeakMap<ParserType, z.ZodObject>();

/** Reads one definition; there is none where its type is not known. `isOutline`: nothing of it is checked, and no parser is built. */
export function readDefinition(
  part: DefinitionPart,
  types: KnownTypes,
  isOutline: boolean,
): { definition?: Definition; problems: Problem[] } {
  const { node, config, name, path, nameSpan } = part;
  const source = new NodeSource(part);
  const typeName = config.get('type');
  const parserType = types ? types.find(({ type }) => type === typeName) : typeNamed(typeName);
  if (!parserType) return { problems: [typeProblem(source, nameSpan, types ?? parserTypes)] };
  const typeSpan = part.linked?.span ?? source.spanOf(['type']) ?? nameSpan ?? spanOfNode(node);
  const { samples, problems: sampleProblems } = readSamples(source);
  const description = config.get('description');
  const outline: Definition = opaque({
    name,
    type: parserType.type,
    ...(typeof description === 'string' && { description }),
    span: spanOfNode(node),
    nameSpan: nameSpan ?? typeSpan,
    samples,
    filters: parserType.filters && !part.isWhole,
    parserType,
    source,
    path,
    ...(part.linked && { linked: { reference: part.linked.reference, unknown: part.linked.unknown } }),
  });
  if (isOutline) return { definition: outline, problems: [] };
  const context = { source, owner: parserType.type, nameSpan: typeSpan };
  const data = toPlain(config);
  const shapes = (schema: z.ZodType) =>
    shapeProblems({ ...context, schema }, schema.safeParse(data, { jitless: true }).error?.issues ?? []);

  const own = shapes(ownSchema(parserType));
  const problems = [...own, ...shapes(commonSchema)];
  if (parserType.filters) problems.push(...shapes(filterSchema).map(oddValueOf));
  const keys = knownKeys(parserType);
  for (const key of config.keys()) {
    const isOwn = parserType.hasOwnKeys && nearest(key, keys) === undefined;
    if (!isOwn && !keys.includes(key)) problems.push(unknownKey(context, [key], keys));
  }
  problems.push(...sampleProblems);

  const invalid = own.find(({ severity }) => severity === 'error')?.message;
  if (invalid === undefined) problems.push(...constructorProblems(parserType, source, typeSpan));
  const definition: Definition = opaque({ ...outline, ...(invalid !== undefined && { invalid }) });
  if (invalid === undefined) problems.push(...keyProblems(definition, part.text));
  if (!problems.some(({ severity }) => severity === 'error'))
    problems.push(...instructionProblems(definition), ...orderProblems(definition, part.text));
  return { definition, problems };
}

/** The definition, which prints without its type and its source: those are for ParserLens itself. */
function opaque(definition: Definition): Definition {
  return Object.defineProperty(definition, printed, {
    value() {
      const { parserType: _type, source: _source, ...rest } = definition;
      return rest;
    },
  });
}

/** The keys that a definition of a type may have. */
function knownKeys({ keys, filters }: ParserType): readonly string[] {
  return [
    '$schema',
    'type',
    ...Object.keys(keys),
    ...Object.keys(commonKeys),
    ...(filters ? Object.keys(filterKeys) : []),
  ];
}

function ownSchema(parserType: ParserType): z.ZodObject {
  let schema = ownSchemas.get(parserType);
  if (!schema) {
    schema = z.object(parserType.keys);
    ownSchemas.set(parserType, schema);
  }
  return schema;
}

/** The class takes any value for a filter and raises only when it splits. */
function oddValueOf({ message, span }: Problem): Problem {
  return problem('odd-value', `${message} The class accepts it, but splits do not do what was meant.`, span);
}

function constructorProblems(parserType: ParserType, source: NodeSource, span: Span): readonly Problem[] {
  try {
    parserType.create(source, {});
  } catch (error) {
    if (!(error instanceof EngineError)) return [problem('constructor-error', String(error), span)];
    const place = error.path && source.spanOf(error.path);
    const code = error.code === 'missing-group' ? error.code : 'constructor-error';
    return [problem(code, `${error.class}: ${error.message}`, place ?? span)];
  }
  return parserType.authoring?.check?.(source) ?? [];
}

/** The samples of a definition that can be run, and what is wrong beyond their shape. */
function readSamples(source: NodeSource): { samples: Sample[]; problems: Problem[] } {
  const written = source.config.get('samples');
  const samples: Sample[] = [];
  const problems: Problem[] = [];
  const names = new Set<string>();
  if (!isPyList(written)) return { samples, problems };
  for (const [i, item] of (written as readonly PyValue[]).entries()) {
    const span = source.spanOf(['samples', i]);
    if (!isPyDict(item) || !span) continue;
    const ownName = item.get('name');
    const name = typeof ownName === 'string' ? ownName : `sample ${i + 1}`;
    if (names.has(name)) {
      const place = source.spanOf(['samples', i, 'name']) ?? span;
      problems.push(problem('duplicate-name', `Two samples are called \`${name}\`.`, place));
    }
    names.add(name);
    const text = textOf(item.get('text'));
    const file = item.get('file');
    const brace = { start: span.start, end: span.start + 1 };
    if (item.has('text') && item.has('file'))
      problems.push(problem('conflicting-keys', 'A sample has either `text` or `file`, not both.', brace));
    else if (!item.has('text') && !item.has('file'))
      problems.push(problem('missing-key', 'A sample needs a `text` or a `file`.', brace));
    if (text === undefined && typeof file !== 'string') continue;
    const task = item.get('task');
    const expect = item.get('expect');
    samples.push({
      name,
      index: i,
      span,
      ...(text !== undefined ? { text } : { file: file as string }),
      ...(typeof task === 'string' && { task }),
      ...(isPyDict(expect) && {
        expect: Object.fromEntries(expect as ReadonlyMap<string, PyValue>) as Expectation,
        expectSpan: source.spanOf(['samples', i, 'expect']),
      }),
    });
  }
  return { samples, problems };
}

function textOf(text: PyValue | undefined): string | undefined {
  if (typeof text === 'string') return text;
  if (text === undefined || !isPyList(text) || !text.every(line => typeof line === 'string')) return undefined;
  return text.join('\n');
}
