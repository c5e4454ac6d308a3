import { EngineError } from '../../core/errors.ts';
import { once } from '../../core/once.ts';
import { isPyDict, isPyList, type PyDict, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { pyStr, toJsonText } from '../../python/index.ts';
import { excludedFields, type Tool, type ToolExample } from './tool.ts';
import { verbatimFields } from './verbatimFields.ts';

/**
 * `format_example()` of an instance of the tool: JSON, or XML for an `XMLToolMessage`. Raises `EngineError`: the `ValidationError` of a
 * value that the class refuses, the `ValueError` of what XML cannot hold.
 */
export function formatExample(tool: Tool, value: PyDict): string {
  const outcome = tool.validate(value);
  if (!outcome.ok) throw new EngineError('ValidationError', outcome.message);
  const shown = new Map([...outcome.value].filter(([key]) => !excludedFields.includes(key)));
  return tool.kind === 'XMLToolMessage' ? xmlExample(tool, shown) : toJsonText(jsonForm(shown), 4);
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
