import type { Expression, Statement } from './node.ts';
import type { TokenStream } from './tokenStream.ts';

/** A tag that loads another template, but for its place. Where Jinja has no loader, rendering it raises. */
type LoadTag = Pick<Statement & { readonly type: 'load' }, 'type' | 'template'>;

/** Reads what follows `include`. Raises `TemplateSyntaxError`, as all of these. */
export function includeTag(stream: TokenStream, expression: () => Expression): LoadTag {
  const template = expression();
  if (stream.is('name:ignore') && stream.look().value === 'missing') stream.skip(2);
  skipContext(stream);
  return { type: 'load', template };
}

/** Reads what follows `import`. */
export function importTag(stream: TokenStream, expression: () => Expression): LoadTag {
  const template = expression();
  stream.expect('name:as');
  nameTarget(stream);
  skipContext(stream);
  return { type: 'load', template };
}

/** Reads what follows `from`. */
export function fromTag(stream: TokenStream, expression: () => Expression): LoadTag {
  const template = expression();
  stream.expect('name:import');
  for (let isFirst = true; ; isFirst = false) {
    if (!isFirst) stream.expect('comma');
    if (stream.current.type !== 'name') stream.expect('name');
    if (skipContext(stream)) break;
    const token = stream.current;
    if (nameTarget(stream).startsWith('_'))
      throw stream.error('names starting with an underline can not be imported', token, 'TemplateAssertionError');
    if (stream.skipIf('name:as')) nameTarget(stream);
    if (skipContext(stream) || !stream.is('comma')) break;
  }
  return { type: 'load', template };
}

/** Reads a name that something is assigned to. */
export function nameTarget(stream: TokenStream): string {
  const token = stream.expect('name');
  if (/^([tT]rue|[fF]alse|[nN]one)$/.test(token.value)) throw stream.error("can't assign to 'name'", token);
  return token.value;
}

/** Reads `with context` or `without context`; whether it was there. */
function skipContext(stream: TokenStream): boolean {
  if (!stream.is('name:with', 'name:without') || stream.look().value !== 'context') return false;
  stream.skip(2);
  return true;
}
