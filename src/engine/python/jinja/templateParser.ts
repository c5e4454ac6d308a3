import { pyRepr } from '../repr.ts';
import { isWhite } from '../whitespace.ts';
import { ExpressionParser } from './expressionParser.ts';
import type { JinjaError } from './jinjaError.ts';
import { type BlockOptions, tokenize } from './lexer.ts';
import { fromTag, importTag, includeTag, nameTarget } from './loadTags.ts';
import type { Expression, OutputPart, Parameter, Statement } from './node.ts';
import { describeExpression, type Token, TokenStream } from './tokenStream.ts';

/** How deep blocks may nest. */
const maxBlocks = 200;

/** The options of a template's environment that its reading depends on. */
export interface ParseOptions extends BlockOptions {
  /** The tags that chat templates have beside Jinja's: `break`, `continue` and `generation`. */
  readonly chatTags?: boolean;
}

/** Jinja's parser. Raises `TemplateSyntaxError` in Jinja's words, with its place. Linear. */
export function parseTemplate(template: string, options: ParseOptions = {}): readonly Statement[] {
  return new TemplateParser(tokenize(template, options), options).template();
}

class TemplateParser {
  readonly #stream: TokenStream;
  readonly #expressions: ExpressionParser;
  readonly #tags: Token[] = [];
  readonly #ends: (readonly string[])[] = [];
  readonly #chatTags: boolean;

  constructor(tokens: readonly Token[], options: ParseOptions) {
    this.#stream = new TokenStream(tokens);
    this.#expressions = new ExpressionParser(this.#stream);
    this.#chatTags = options.chatTags === true;
  }

  template(): readonly Statement[] {
    return this.#body(undefined);
  }

  #body(ends: readonly string[] | undefined): Statement[] {
    const stream = this.#stream;
    const body: Statement[] = [];
    let parts: OutputPart[] = [];
    const flush = () => {
      const [first] = parts;
      if (first) body.push({ type: 'output', parts, line: 0, span: first.span });
      parts = [];
    };
    if (ends) this.#ends.push(ends);
    if (this.#ends.length > maxBlocks)
      throw stream.error('maximum recursion depth exceeded', undefined, 'RecursionError');
    while (stream.current.type !== 'eof') {
      const token = stream.current;
      if (token.type === 'data') {
        parts.push({ type: 'data', text: token.value, span: { start: token.start, end: token.end } });
        stream.next();
      } else if (token.type === 'variable_begin') {
        stream.next();
        parts.push(this.#expressions.operands.tuple());
        stream.expect('variable_end');
      } else {
        flush();
        stream.next();
        if (ends && stream.is(...ends)) {
          this.#ends.pop();
          return body;
        }
        body.push(this.#statement());
        stream.expect('block_end');
      }
    }
    flush();
    return body;
  }

  #statement(): Statement {
    const stream = this.#stream;
    const token = stream.current;
    if (token.type !== 'name') throw stream.error('tag name expected', token);
    this.#tags.push(token);
    const { value } = token;
    if (this.#chatTags && (value === 'break' || value === 'continue')) {
      stream.next();
      this.#tags.pop();
      return { type: value, line: token.line, span: { start: token.start, end: token.end } };
    }
    const read = value === 'generation' && !this.#chatTags ? undefined : this.#readers[value];
    if (!read) {
      this.#tags.pop();
      throw this.#endError(value, this.#ends, token);
    }
    stream.next();
    const body = read(token);
    this.#tags.pop();
    return { ...body, line: token.line, span: { start: token.start, end: stream.lastEnd } } as Statement;
  }

  /** The statements up to one of the end tags, which is current then. */
  #statements(...ends: readonly string[]): Statement[] {
    this.#stream.skipIf('colon');
    this.#stream.expect('block_end');
    const body = this.#body(ends);
    if (this.#stream.current.type === 'eof') throw this.#endError(undefined, this.#ends, this.#stream.current);
    return body;
  }

  #bodyTo(end: string): Statement[] {
    const body = this.#statements(end);
    this.#stream.next();
    return body;
  }

  #endError(name: string | undefined, ends: readonly (readonly string[])[], at: Token): JinjaError {
    const message = [name === undefined ? 'Unexpected end of template.' : `Encountered unknown tag ${pyRepr(name)}.`];
    const expected = ends.flat().map(describeExpression);
    const looking = ends
      .at(-1)
      ?.map(end => pyRepr(describeExpression(end)))
      .join(' or ');
    if (looking)
      message.push(
        name !== undefined && expected.includes(name)
          ? `You probably made a nesting mistake. Jinja is expecting this tag, but currently looking for ${looking}.`
          : `Jinja was looking for the following tags: ${looking}.`,
      );
    const innermost = this.#tags.at(-1);
    if (innermost) message.push(`The innermost block that needs to be closed is ${pyRepr(innermost.value)}.`);
    const error = this.#stream.error(message.join(' '), at);
    if (innermost) error.opening = { start: innermost.start, end: innermost.end };
    return error;
  }

  #target(options: { readonly endsAt?: string; readonly withNamespace?: boolean } = {}): Expression {
    const target = this.#expressions.operands.tuple({ simplified: true, ...options });
    if (!canAssign(target)) throw this.#stream.error(`can't assign to ${pyRepr(nodeName(target))}`);
    return target;
  }

  #signature(): Parameter[] {
    const stream = this.#stream;
    const parameters: Parameter[] = [];
    stream.expect('lparen');
    while (!stream.is('rparen')) {
      if (parameters.length > 0) stream.expect('comma');
      const name = nameTarget(this.#stream);
      if (stream.skipIf('assign')) parameters.push({ name, default: this.#expressions.expression() });
      else if (parameters.some(parameter => parameter.default))
        throw stream.error('non-default argument follows default argument');
      else parameters.push({ name, default: undefined });
    }
    stream.expect('rparen');
    return parameters;
  }

  readonly #readers: Readonly<Record<string, ((token: Token) => object) | undefined>> = Object.assign(
    Object.create(null) as object,
    {
      for: () => this.#for(),
      if: () => this.#if(),
      block: () => this.#block(),
      set: () => {
        const target = this.#target({ withNamespace: true });
        if (this.#stream.skipIf('assign')) return { type: 'set', target, value: this.#expressions.operands.tuple() };
        const filter = this.#expressions.operands.filters(undefined);
        return { type: 'setBlock', target, filter, body: this.#bodyTo('name:endset') };
      },
      with: () => this.#with(),
      print: () => {
        const parts: Expression[] = [];
        while (!this.#stream.is('block_end')) {
          if (parts.length > 0) this.#stream.expect('comma');
          parts.push(this.#expressions.expression());
        }
        return { type: 'output', parts };
      },
      macro: () => ({
        type: 'macro',
        name: nameTarget(this.#stream),
        parameters: this.#signature(),
        body: this.#bodyTo('name:endmacro'),
      }),
      call: (token: Token) => {
        const parameters = this.#stream.is('lparen') ? this.#signature() : [];
        const call = this.#expressions.expression();
        if (call.type !== 'call') throw this.#stream.error('expected call', token);
        return { type: 'callBlock', parameters, call, body: this.#bodyTo('name:endcall') };
      },
      filter: () => ({
        type: 'filterBlock',
        filter: this.#expressions.operands.filters(undefined, true),
        body: this.#bodyTo('name:endfilter'),
      }),
      autoescape: () => ({
        type: 'autoescape',
        value: this.#expressions.expression(),
        body: this.#bodyTo('name:endautoescape'),
      }),
      generation: () => ({ type: 'generation', body: this.#bodyTo('name:endgeneration') }),
      extends: () => ({ type: 'load', template: this.#expressions.expression() }),
      include: () => includeTag(this.#stream, () => this.#expressions.expression()),
      import: () => importTag(this.#stream, () => this.#expressions.expression()),
      from: () => fromTag(this.#stream, () => this.#expressions.expression()),
    },
  );

  #for(): object {
    const stream = this.#stream;
    const target = this.#target({ endsAt: 'name:in' });
    stream.expect('name:in');
    const iterable = this.#expressions.operands.tuple({ noCondition: true, endsAt: 'name:recursive' });
    const test = stream.skipIf('name:if') ? this.#expressions.expression() : undefined;
    const isRecursive = stream.skipIf('name:recursive');
    const body = this.#statements('name:endfor', 'name:else');
    const otherwise = stream.next().value === 'endfor' ? [] : this.#bodyTo('name:endfor');
    return { type: 'for', target, iterable, test, isRecursive, body, otherwise };
  }

  #if(): object {
    const branches: { test: Expression; body: Statement[] }[] = [];
    for (;;) {
      const test = this.#expressions.operands.tuple({ noCondition: true });
      branches.push({ test, body: this.#statements('name:elif', 'name:else', 'name:endif') });
      const { value } = this.#stream.next();
      if (value === 'elif') continue;
      return { type: 'if', branches, otherwise: value === 'else' ? this.#bodyTo('name:endif') : [] };
    }
  }

  #with(): object {
    const targets: { target: Expression; value: Expression }[] = [];
    while (!this.#stream.is('block_end')) {
      if (targets.length > 0) this.#stream.expect('comma');
      const target = this.#target();
      this.#stream.expect('assign');
      targets.push({ target, value: this.#expressions.expression() });
    }
    return { type: 'with', targets, body: this.#bodyTo('name:endwith') };
  }

  #block(): object {
    const stream = this.#stream;
    const name = stream.expect('name').value;
    const isScoped = stream.skipIf('name:scoped');
    const isRequired = stream.skipIf('name:required');
    if (stream.is('sub'))
      throw stream.error(
        'Block names in Jinja have to be valid Python identifiers and may not contain hyphens, use an underscore instead.',
      );
    const body = this.#bodyTo('name:endblock');
    if (isRequired && !body.every(isBlank))
      throw stream.error('Required blocks can only contain comments or whitespace');
    stream.skipIf(`name:${name}`);
    return { type: 'block', name, isScoped, isRequired, body };
  }
}

function canAssign(target: Expression): boolean {
  return target.type === 'tuple' ? target.items.every(canAssign) : target.type === 'name' || target.type === 'nsref';
}

function nodeName({ type }: Expression): string {
  return type === 'number' ? 'const' : type;
}

function isBlank(statement: Statement): boolean {
  if (statement.type !== 'output') return false;
  return statement.parts.every(
    part => part.type === 'data' && [...part.text].every(character => isWhite(character.charCodeAt(0))),
  );
}
