import type { Span } from '../../core/span.ts';
import { checkDeclaration } from './expatDeclaration.ts';
import { type EntityDeclaration, readDoctype, rejectToken } from './expatProlog.ts';
import {
  closeOf,
  commentEnd,
  ExpatError,
  illegalIn,
  instructionEnd,
  invalidToken,
  nameEnd,
  readStartTag,
  referenceEnd,
  skipBlanks,
  startsName,
  unclosedToken,
} from './expatTokens.ts';

/** Hears the parts of a document while it is read. Names have their namespace in braces. */
export interface ExpatHandler {
  /** `span` is the tag's; of what an entity stands for it is a place in the entity's text. */
  start(name: string, attributes: ReadonlyMap<string, string>, span: Span): void;
  text(text: string): void;
  /** `span`: that of the end tag, or of a tag without content. */
  end(span: Span): void;
  /** Each entity that the document type declares; may throw. */
  entity?(declaration: EntityDeclaration): void;
}

/** How much text entities may make in all: expat's limit of amplification, nearly. */
const maxEntityText = 8_000_000;
const junk = 'junk after document element';
const predefined: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * Reads a document as expat 2.5 does below ElementTree, with namespaces. Throws `ExpatError` in expat's words; what was
 * told before stays told. Linear, but for what entities stand for, which is limited.
 */
export function readWithExpat(document: string, handler: ExpatHandler): void {
  const open: { readonly raw: string; readonly prefixes: readonly string[] }[] = [];
  /** What each prefix stands for, the innermost last. */
  const scopes = new Map([['xml', ['http://www.w3.org/XML/1998/namespace']]]);
  const entities = new Map<string, EntityDeclaration>();
  let hasExternal = false;
  let entityText = 0;

  const expanded = (raw: string, isAttribute: boolean, at: number): string => {
    const colon = raw.indexOf(':');
    const prefix = colon < 0 ? '' : raw.slice(0, colon);
    if (colon < 0 && isAttribute) return raw;
    const uri = scopes.get(prefix)?.at(-1);
    if (uri === undefined && colon >= 0) throw new ExpatError('unbound prefix', at);
    return uri ? `{${uri}}${raw.slice(colon + 1)}` : raw.slice(colon + 1);
  };
  /** The value of an attribute of the tag at `tag`. */
  const attributeValue = (text: string, from: number, to: number, tag: number): string =>
    text
      .slice(from, to)
      .replace(/\r\n?|[\t\n]/g, ' ')
      .replace(/&([^;]*);/g, (_, name: string, at: number) => {
        if (name.startsWith('#')) return characterOf(name, from + at);
        const value = predefined.get(name) ?? entities.get(name)?.value;
        if (value === undefined && !hasExternal) throw new ExpatError('undefined entity', tag);
        return value ?? '';
      });

  const startTag = (text: string, at: number): number => {
    const tag = readStartTag(text, at);
    const seen = new Map<string, string>();
    const prefixes: string[] = [];
    for (const { name, at: place, from, to } of tag.attributes) {
      if (seen.has(name)) throw new ExpatError('duplicate attribute', place);
      const value = attributeValue(text, from, to, at);
      seen.set(name, value);
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      if (name !== 'xmlns' && value === '') throw new ExpatError('must not undeclare prefix', at);
      const prefix = name.slice('xmlns:'.length);
      const uris = scopes.get(prefix) ?? [];
      scopes.set(prefix, uris);
      uris.push(value);
      prefixes.push(prefix);
    }
    const name = expanded(tag.name, false, at);
    const attributes = new Map<string, string>();
    for (const { name } of tag.attributes) {
      if (name === 'xmlns' || name.startsWith('xmlns:')) continue;
      const full = expanded(name, true, at);
      if (attributes.has(full)) throw new ExpatError('duplicate attribute', at);
      attributes.set(full, seen.get(name) ?? '');
    }
    handler.start(name, attributes, { start: at, end: tag.end });
    open.push({ raw: tag.name, prefixes });
    if (tag.isEmpty) close({ start: at, end: tag.end });
    return tag.end;
  };

  /** Ends the element that was opened last, and what its prefixes stand for. */
  const close = (span: Span) => {
    for (const prefix of open.pop()?.prefixes ?? []) scopes.get(prefix)?.pop();
    handler.end(span);
  };

  const endTag = (text: string, at: number, floor: number): number => {
    if (at + 2 >= text.length) throw new ExpatError(unclosedToken, at);
    if (!startsName(text, at + 2)) throw new ExpatError(invalidToken, at + 2);
    const name = text.slice(at + 2, nameEnd(text, at + 2, at));
    const end = skipBlanks(text, at + 2 + name.length);
    if (end >= text.length) throw new ExpatError(unclosedToken, at);
    if (text.charAt(end) !== '>') throw new ExpatError(invalidToken, end);
    if (open.length === floor) throw new ExpatError('asynchronous entity', at);
    if (open.at(-1)?.raw !== name) throw new ExpatError('mismatched tag', at + 2);
    close({ start: at, end: end + 1 });
    return end + 1;
  };

  /** Reads content until `floor` elements are open again, or to the end where it is an entity's. */
  const content = (text: string, from: number, floor: number, active: readonly string[]): number => {
    let pos = from;
    while (pos < text.length) {
      const character = text.charAt(pos);
      if (character === '<') {
        const next = text.charAt(pos + 1);
        if (next === '/') {
          pos = endTag(text, pos, floor);
          if (active.length === 0 && open.length === floor) return pos;
        } else if (startsName(text, pos + 1)) {
          pos = startTag(text, pos);
          if (active.length === 0 && open.length === floor) return pos;
        } else if (next === '!') {
          const begun = ['<!--', '<![CDATA['].find(mark => text.startsWith(mark, pos));
          if (begun === undefined) throw partial(text, pos, ['<!--', '<![CDATA[']);
          if (begun === '<!--') pos = commentEnd(text, pos);
          else {
            const close = text.indexOf(']]>', pos);
            const wrong = illegalIn(text, pos, close < 0 ? text.length : close);
            if (wrong !== undefined) throw new ExpatError(invalidToken, wrong);
            if (close < 0) throw new ExpatError('unclosed CDATA section', text.length);
            handler.text(text.slice(pos + begun.length, close).replace(/\r\n?/g, '\n'));
            pos = close + 3;
          }
        } else if (next === '?') pos = instructionEnd(text, pos);
        else throw new ExpatError(next === '' ? unclosedToken : invalidToken, next === '' ? pos : pos + 1);
      } else if (character === '&') pos = entityReference(text, pos, active);
      else {
        const end = nextMarkup(text, pos);
        const run = text.slice(pos, end);
        const bad = run.indexOf(']]>');
        const wrong = illegalIn(text, pos, end) ?? end;
        const first = Math.min(wrong, bad >= 0 ? pos + bad + 2 : end);
        if (first < end) throw new ExpatError(invalidToken, first);
        handler.text(run.replace(/\r\n?/g, '\n'));
        pos = end;
      }
    }
    return pos;
  };

  const entityReference = (text: string, at: number, active: readonly string[]): number => {
    const end = referenceEnd(text, at, at);
    const name = text.slice(at + 1, end - 1);
    const simple = name.startsWith('#') ? characterOf(name, at) : predefined.get(name);
    if (simple !== undefined) {
      handler.text(simple);
      return end;
    }
    const entity = entities.get(name);
    if (!entity && !hasExternal) throw new ExpatError('undefined entity', at);
    // ElementTree itself refuses what expat would skip.
    if (entity?.value === undefined) throw new ExpatError(`undefined entity &${name};`, at);
    if (active.includes(name)) throw new ExpatError('recursive entity reference', at);
    entityText += entity.value.length;
    if (entityText > maxEntityText)
      throw new ExpatError('limit on input amplification factor (from DTD and entities) breached', at);
    const depth = open.length;
    try {
      content(entity.value, 0, depth, [...active, name]);
    } catch (error) {
      throw error instanceof ExpatError ? new ExpatError(error.message, at) : error;
    }
    if (open.length !== depth) throw new ExpatError('asynchronous entity', at);
    return end;
  };

  let pos = document.startsWith('\ufeff') ? 1 : 0;
  let isDone = false;
  const begin = pos;
  let hasDoctype = false;
  for (;;) {
    pos = skipBlanks(document, pos);
    if (pos >= document.length) break;
    if (document.startsWith('<!--', pos)) pos = commentEnd(document, pos);
    else if (document.startsWith('<?', pos)) {
      if (/^<\?xml[ \t\r\n?]/.test(document.slice(pos, pos + 6)) && pos === begin) pos = declarationEnd(document, pos);
      else pos = instructionEnd(document, pos, isDone ? junk : undefined);
    } else if (document.startsWith('<!DOCTYPE', pos) && !isDone && !hasDoctype) {
      hasDoctype = true;
      const at = pos;
      pos = readDoctype(document, pos, {
        entity(entity) {
          if (predefined.has(entity.name) || entities.has(entity.name)) return;
          handler.entity?.(entity);
          const value = entity.value?.replace(/&(#(?:x[\da-fA-F]+|\d+));/g, (_, code: string) => characterOf(code, at));
          entities.set(entity.name, { ...entity, ...(value !== undefined && { value }) });
        },
        external() {
          hasExternal = true;
        },
      });
    } else if (!isDone && document.charAt(pos) === '<' && startsName(document, pos + 1)) {
      pos = content(document, pos, 0, []);
      if (open.length > 0) throw new ExpatError('no element found', document.length);
      isDone = true;
    } else rejectToken(document, pos, isDone ? junk : 'syntax error');
  }
  if (!isDone) throw new ExpatError('no element found', document.length);
}

const markup = /[<&]/g;

function nextMarkup(text: string, from: number): number {
  markup.lastIndex = from;
  return markup.exec(text)?.index ?? text.length;
}

function characterOf(name: string, at: number): string {
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isLegal =
    (code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff) ||
    [9, 10, 13].includes(code);
  if (!isLegal) throw new ExpatError('reference to invalid character number', at);
  return String.fromCodePoint(code);
}

/** The error of something that begins like one of `marks` and is not: at the first character that differs. */
function partial(text: string, at: number, marks: readonly string[]): ExpatError {
  const lengths = marks.map(mark => {
    let i = 0;
    while (i < mark.length && text.charAt(at + i) === mark.charAt(i)) i++;
    return at + i;
  });
  const place = Math.max(...lengths);
  return place >= text.length ? new ExpatError(unclosedToken, at) : new ExpatError(invalidToken, place);
}

function declarationEnd(text: string, at: number): number {
  const end = closeOf(text, at, 2, '?>');
  checkDeclaration(text, at, end - 2);
  return end;
}
