import { EngineError } from '../../core/errors.ts';
import { once } from '../../core/once.ts';
import { isPyDict, isPyList, type PyDict, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { exampleOfSchema } from '../../parsers/shared/examples.ts';
import { pyStr, toJsonText } from '../../python/index.ts';
import { readAgent, usableTools } from './agent.ts';
import { fieldType, propertiesOf } from './pythonTypes.ts';
import { excludedFields, type Tool, type ToolExample, type ToolKind } from './tool.ts';

/**
 * `format_example()` of an instance of the tool: JSON, or XML for an `XMLToolMessage`. Raises `EngineError`: the `ValidationError` of a
 * value that the class refuses, the `ValueError` of what XML cannot hold.
 */
export function formatExample(tool: Tool, value: PyDict): string {
  const outcome = tool.validate(value);
  if (!outcome.ok) throw new EngineError('ValidationError', outcome.message);
  const fields = new Map([...outcome.value].filter(([key]) => !excludedFields.includes(key)));
  return tool.kind === 'XMLToolMessage' ? xmlExample(tool, fields) : toJsonText(jsonForm(fields), 4);
}

/** `usage_examples()`: all examples, numbered; empty where there are none. */
export function usageExamples(tool: Tool): string {
  return tool.examples.map((example, i) => usageExample(tool, example, i + 1)).join('\n\n');
}

function usageExample(tool: Tool, { thought, value }: ToolExample, number: number): string {
  const example = formatExample(tool, value);
  return thought === undefined
    ? `EXAMPLE ${number}:\n ${example}`
    : `EXAMPLE ${number}: (THOUGHT: ${thought}) => \n${example}`;
}

/** Pydantic's JSON has no NaN and no infinity. */
function jsonForm(value: PyValue): PyValue {
  if (typeof value === 'number' && !Number.isFinite(value)) return null;
  if (value instanceof PyOpaque) return value.json;
  if (isPyList(value)) return value.map(jsonForm);
  if (isPyDict(value)) return new Map([...value].map(([key, item]) => [key, jsonForm(item)]));
  return value;
}

const xmlName = once(() => /^[\p{L}_][\p{L}\p{M}\p{N}_.·-]*$/u);
const notXml = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

function xmlExample(tool: Tool, value: PyDict): string {
  const verbatim = new Set(verbatimFields(tool.schema));
  const lines: string[] = [];

  const element = (name: string, item: PyValue, outer: string, indent: string) => {
    if (item === null) return;
    if (!xmlName().test(name)) throw new EngineError('ValueError', `Invalid tag name '${name}'`);
    const path = outer === '' ? name : `${outer}.${name}`;
    const children = isPyList(item)
      ? item.map(child => ['item', child] as const)
      : isPyDict(item)
        ? [...item]
        : undefined;
    if (!children) lines.push(`${indent}<${name}>${content(pyStr(item), verbatim.has(path))}</${name}>`);
    else if (children.every(([, child]) => child === null)) lines.push(`${indent}<${name}/>`);
    else {
      lines.push(`${indent}<${name}>`);
      for (const [key, child] of children) element(key, child, path, `${indent}  `);
      lines.push(`${indent}</${name}>`);
    }
  };

  const root = tool.rootElement;
  lines.push(`<${root}>`);
  for (const [key, item] of value) element(key, item, '', '  ');
  lines.push(`</${root}>`);
  return `${lines.join('\n')}\n`;
}

function content(text: string, isVerbatim: boolean): string {
  if (notXml.test(text))
    throw new EngineError(
      'ValueError',
      'All strings must be XML compatible: Unicode or ASCII, no NULL bytes or control characters',
    );
  if (isVerbatim) {
    if (text.includes(']]>')) throw new EngineError('ValueError', "']]>' not allowed inside CDATA");
    return `<![CDATA[${text}]]>`;
  }
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');
}

/** A response that calls the first tool of a definition, with its first example where it has one. Raises `EngineError` where the class refuses it. */
export function exampleTool(config: PyDict, kind: ToolKind): string | undefined {
  const tool = usableTools(readAgent(config, kind)).find(each => each.kind === kind && !each.isOrchestration);
  if (!tool) return undefined;
  const [example] = tool.examples;
  const made = example?.value ?? exampleOfSchema(tool.schema, tool.schema);
  if (!isPyDict(made)) return undefined;
  const value = new Map([...made].filter(([key]) => !excludedFields.includes(key)));
  const call = formatExample(tool, value.set('request', tool.name)).trimEnd();
  return `${example?.thought ?? `I use ${tool.name}.`}\n\n${call}`;
}

const maxDepth = 20;
/** How many fields are looked at: models that hold models twice double them with every level. */
const maxFields = 20_000;

/** `find_verbatim_fields()`: the dotted names of the fields that are flagged or called `code`, models included, lists and optionals not. */
export function verbatimFields(root: PyDict): readonly string[] {
  const found: string[] = [];
  let looked = 0;
  const visit = (schema: PyDict, prefix: string, depth: number) => {
    for (const [key, field] of propertiesOf(schema)) {
      looked++;
      const name = prefix === '' ? key : `${prefix}.${key}`;
      if (isVerbatimField(schema, key) || key === 'code') found.push(name);
      const type = fieldType(root, field);
      if (type.kind === 'model' && depth < maxDepth && looked < maxFields) visit(type.schema, name, depth + 1);
    }
  };
  visit(root, '', 0);
  return found;
}

/** Whether a field of the class is flagged `verbatim`. */
export function isVerbatimField(schema: PyDict, key: string): boolean {
  const field = propertiesOf(schema).get(key);
  const flag = isPyDict(field) ? field.get('verbatim') : undefined;
  return flag !== undefined && flag !== null && flag !== false && flag !== '' && flag !== 0;
}
