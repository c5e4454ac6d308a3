import type { Node } from 'jsonc-parser';
import { isPyDict, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { readJson, toPython } from '../../json/jsonSource.ts';
import type { ImportProblem } from '../../parsers/interchange.ts';

/** A JSON value within a text. */
export interface FormNode {
  readonly value: PyValue;
  readonly span: Span;
  /** The item or member of a list or object. */
  at(step: string | number): FormNode | undefined;
}

/** Reads the JSON (with comments) that stands within `span` of a text, or why it is not JSON. Never throws. */
export function readForm(text: string, span: Span = { start: 0, end: text.length }): FormNode | ImportProblem {
  const part = text.slice(span.start, span.end);
  const { root, problems } = readJson(part);
  const [fault] = problems;
  if (root && !fault) return formNode(root, part, span.start);
  const place = fault?.span ?? { start: 0, end: 0 };
  return {
    message: fault?.message ?? 'This is not JSON.',
    span: { start: place.start + span.start, end: place.end + span.start },
    severity: 'error',
  };
}

function formNode(node: Node, text: string, shift: number): FormNode {
  let value: PyValue | undefined;
  let members: ReadonlyMap<string | number, Node | undefined> | undefined;
  return {
    get value() {
      value ??= toPython(node, text);
      return value;
    },
    span: { start: node.offset + shift, end: node.offset + node.length + shift },
    at(step) {
      members ??= membersOf(node);
      const found = members.get(step);
      return found ? formNode(found, text, shift) : undefined;
    },
  };
}

/** Items by their place, members by their key, of equal keys the last. */
function membersOf({ type, children = [] }: Node): ReadonlyMap<string | number, Node | undefined> {
  if (type === 'array') return new Map(children.entries());
  return new Map(
    type === 'object' ? children.map(({ children: [key, value] = [] }) => [String(key?.value), value]) : [],
  );
}

/** Lists the keys of an object that are not used; `null` is as if it were not there. */
export function untakenKeys(node: FormNode | undefined, used: readonly string[]): readonly ImportProblem[] {
  if (!node || !isPyDict(node.value)) return [];
  return [...node.value].flatMap(([key, value]): ImportProblem[] => {
    const span = node.at(key)?.span;
    if (value === null || used.includes(key) || !span) return [];
    return [{ message: `\`${key}\` is not taken over: a definition has no key for it.`, span, severity: 'warning' }];
  });
}

/** `…/answer.schema.json` → `answer`. */
export function nameOfFile(fileName: string): string {
  const path = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  return /^[^.]+/.exec(path)?.[0] ?? 'imported';
}
