import { createScanner, type Node } from 'jsonc-parser';
import type { Edit } from '../../core/span.ts';
import { commaBehind, indentAt, layoutOf } from '../../json/editItems.ts';
import { type Member, members, spanOfNode, tokens, toPython } from '../../json/jsonSource.ts';
import { CannotConvert } from './conversionRule.ts';

/** A node's new text. Raises {@link CannotConvert} where a comment in it, or a key that stands twice, would be lost. */
export function replaceNode(text: string, node: Node, by: string, what: string): Edit {
  refuseLosses(text, node, what);
  return { span: spanOfNode(node), text: by };
}

/** Raises {@link CannotConvert} where writing a node anew would lose a comment in it, or a key that stands twice. */
export function refuseLosses(text: string, node: Node, what: string): void {
  if (hasComment(text, node)) throw new CannotConvert(`The comment in ${what} would be lost.`);
  toPython(node, text, key => {
    throw new CannotConvert(`In ${what} the key \`${key.value}\` stands twice.`);
  });
}

/** The members of an object by their keys. Raises {@link CannotConvert} where a key stands twice. */
export function uniqueMembers(node: Node, what: string): ReadonlyMap<string, Required<Member> & { value: Node }> {
  const found = new Map<string, Required<Member> & { value: Node }>();
  for (const { key, value } of members(node)) {
    if (found.has(key.value)) throw new CannotConvert(`In ${what} the key \`${key.value}\` stands twice.`);
    if (value) found.set(key.value, { key, value });
  }
  return found;
}

/** The edits that take a member out of its object, with its comma and, where it has a line for itself, its line. */
export function removeMember(text: string, object: Node, member: Node): Edit[] {
  const children = object.children ?? [];
  const index = children.indexOf(member);
  const end = member.offset + member.length;
  const comma = commaBehind(text, end, object.offset + object.length);
  if (comma) {
    const start = lineStart(text, member.offset);
    const tail = /^[ \t]*(\r?\n)?/.exec(text.slice(comma.end))?.[0] ?? '';
    const ownLine = start !== undefined && tail.includes('\n');
    return joined(text, ownLine ? start : member.offset, end, comma.start, comma.end + tail.length);
  }
  const before = children[index - 1];
  const behind = before && commaBehind(text, before.offset + before.length, member.offset);
  return behind
    ? joined(text, behind.start, behind.end, member.offset, end)
    : [{ span: { start: member.offset, end }, text: '' }];
}

/** The edits that take several members out of their object: no comma stays behind the last one that is left. */
export function removeMembers(text: string, object: Node, removed: readonly Node[]): Edit[] {
  const children = object.children ?? [];
  const gone = new Set(removed);
  const kept = children.findLastIndex(child => !gone.has(child));
  const last = children.at(-1);
  const hasComma = last && commaBehind(text, last.offset + last.length, object.offset + object.length);
  return children.flatMap((member, i): Edit[] => {
    if (!gone.has(member)) return [];
    const before = children[i - 1];
    const comma = before && commaBehind(text, before.offset + before.length, member.offset);
    // Behind the last one that is left each goes with the comma before it.
    if (i < kept || hasComma || !comma) return removeMember(text, object, member);
    return joined(text, comma.start, comma.end, member.offset, member.offset + member.length);
  });
}

/** The edit that adds a member behind another one, on a line of its own where that one has one. */
export function insertBehind(text: string, member: Node, json: string): Edit {
  const end = member.offset + member.length;
  const ownLine = lineStart(text, member.offset) !== undefined;
  const gap = ownLine ? `${layoutOf(text).eol}${indentAt(text, member.offset)}` : ' ';
  return { span: { start: end, end }, text: `,${gap}${json}` };
}

/** Two stretches as one where nothing but blanks is between, so that a comment there stays. */
function joined(text: string, start: number, end: number, nextStart: number, nextEnd: number): Edit[] {
  if (text.slice(end, nextStart).trim() === '') return [{ span: { start, end: nextEnd }, text: '' }];
  return [
    { span: { start, end }, text: '' },
    { span: { start: nextStart, end: nextEnd }, text: '' },
  ];
}

/** Where the line of an offset starts, if nothing but blanks is before the offset. */
function lineStart(text: string, offset: number): number | undefined {
  const start = offset - indentAt(text, offset).length;
  return start > 0 && text[start - 1] === '\n' ? start : undefined;
}

function hasComment(text: string, { offset, length }: Node): boolean {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  for (let token: number = scanner.scan(); token !== tokens.end; token = scanner.scan()) {
    if (scanner.getTokenOffset() >= offset + length) return false;
    if (token === tokens.lineComment || token === tokens.blockComment) return true;
  }
  return false;
}
