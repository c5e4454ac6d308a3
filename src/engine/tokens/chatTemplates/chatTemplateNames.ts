import type { Span } from '../../core/span.ts';
import {
  type Arguments,
  type Expression,
  filterNamed,
  type Parameter,
  type Statement,
  testNamed,
} from '../../python/index.ts';

/** How a name is used: behind a question for whether it is there, as a yes or no, or as a value, which may raise. */
type Use = 'asked' | 'truth' | 'value' | 'raises';

/** A name that the template does not bind where it uses it. */
export interface FreeName {
  readonly name: string;
  readonly uses: readonly { readonly span: Span; readonly use: Use }[];
  /** Texts and numbers that it is compared with, as they would be given; its default among them. */
  readonly values: readonly (string | boolean)[];
  /** It is bound in another part of the template, whose names end with it. */
  readonly boundElsewhere: boolean;
}

/** What a template's names say about it. */
export interface TemplateNames {
  /** In the order of their first use. */
  readonly free: readonly FreeName[];
  /** Names that the template sets itself where they are not given. */
  readonly preset: readonly { readonly name: string; readonly values: readonly (string | boolean)[] }[];
  /** Filters and tests that there are not, whether or not they are come to. */
  readonly unknown: readonly { readonly kind: 'filter' | 'test'; readonly name: string; readonly span: Span }[];
}

/** The names of a template that was read. Linear but for the depth of its blocks. */
export function templateNames(statements: readonly Statement[]): TemplateNames {
  const walk = new NameWalk();
  walk.frame(statements, undefined, []);
  return { free: walk.free(), preset: walk.preset(), unknown: walk.unknown };
}

/** The names of one frame: what a body sets, anywhere in it, is there in all of it. */
interface Scope {
  readonly names: ReadonlySet<string>;
  readonly parent: Scope | undefined;
}

class NameWalk {
  readonly unknown: { kind: 'filter' | 'test'; name: string; span: Span }[] = [];
  readonly #free = new Map<string, { uses: { span: Span; use: Use }[]; values: Set<string | boolean> }>();
  readonly #preset = new Map<string, Set<string | boolean>>();
  readonly #bound = new Set<string>();

  free(): readonly FreeName[] {
    return [...this.#free].map(([name, { uses, values }]) => ({
      name,
      uses,
      values: [...values],
      boundElsewhere: this.#bound.has(name),
    }));
  }

  preset(): TemplateNames['preset'] {
    return [...this.#preset].map(([name, values]) => ({ name, values: [...values] }));
  }

  /** A body with a frame of its own. */
  frame(body: readonly Statement[], parent: Scope | undefined, parameters: readonly string[]): void {
    const names = new Set(parameters);
    collect(body, names);
    for (const name of names) this.#bound.add(name);
    this.#run(body, { names, parent });
  }

  #run(statements: readonly Statement[], scope: Scope): void {
    for (const statement of statements) this.#statement(statement, scope);
  }

  #statement(statement: Statement, scope: Scope): void {
    const see = (expression: Expression | undefined, use: Use = 'value') => this.#see(expression, scope, use);
    switch (statement.type) {
      case 'output':
        for (const part of statement.parts) if (part.type !== 'data') see(part);
        return;
      case 'if':
        for (const { test, body } of statement.branches) {
          see(test, 'truth');
          this.#run(body, scope);
        }
        this.#run(statement.otherwise, scope);
        return;
      case 'for': {
        see(statement.iterable);
        const names = [...targetsOf(statement.target), 'loop'];
        this.#see(statement.test, { names: new Set(names), parent: scope }, 'truth');
        this.frame(statement.body, scope, names);
        this.frame(statement.otherwise, scope, []);
        return;
      }
      case 'set':
        if (statement.target.type === 'nsref')
          this.#name(statement.target.name, statement.target.span, scope, 'raises');
        see(statement.value);
        return;
      case 'setBlock':
      case 'filterBlock':
        see(statement.filter);
        this.frame(statement.body, scope, []);
        return;
      case 'with': {
        for (const { value } of statement.targets) see(value);
        this.frame(
          statement.body,
          scope,
          statement.targets.flatMap(({ target }) => targetsOf(target)),
        );
        return;
      }
      case 'autoescape':
        see(statement.value);
        this.frame(statement.body, scope, []);
        return;
      case 'macro':
        this.#macro(statement.parameters, statement.body, scope, ['caller', 'varargs', 'kwargs']);
        return;
      case 'callBlock':
        see(statement.call);
        this.#macro(statement.parameters, statement.body, scope, []);
        return;
      case 'load':
        see(statement.template);
        return;
      case 'block':
      case 'generation':
        this.frame(statement.body, scope, []);
        return;
      case 'break':
      case 'continue':
    }
  }

  #macro(parameters: readonly Parameter[], body: readonly Statement[], scope: Scope, own: readonly string[]): void {
    for (const parameter of parameters) this.#see(parameter.default, scope, 'value');
    this.frame(body, scope, [...parameters.map(({ name }) => name), ...own]);
  }

  #see(expression: Expression | undefined, scope: Scope, use: Use): void {
    if (!expression) return;
    const see = (inner: Expression | undefined, as: Use = 'value') => this.#see(inner, scope, as);
    switch (expression.type) {
      case 'name':
        this.#name(expression.name, expression.span, scope, use);
        return;
      case 'tuple':
      case 'list':
      case 'concat':
        for (const item of expression.items) see(item);
        return;
      case 'dict':
        for (const pair of expression.pairs) for (const part of pair) see(part);
        return;
      case 'condexpr':
        see(expression.test, 'truth');
        see(expression.yes, use);
        see(expression.no, use);
        return;
      case 'or':
      case 'and':
        see(expression.left, 'truth');
        see(expression.right, use === 'raises' ? 'value' : use);
        return;
      case 'not':
        see(expression.operand, 'truth');
        return;
      case 'neg':
      case 'pos':
        see(expression.operand, 'raises');
        return;
      case 'compare':
        this.#compare(expression, scope);
        return;
      case 'binary':
        see(expression.left, 'raises');
        see(expression.right, 'raises');
        return;
      case 'getattr':
        see(expression.object, 'raises');
        return;
      case 'getitem':
        see(expression.object, 'raises');
        see(expression.argument);
        return;
      case 'slice':
        for (const bound of [expression.start, expression.stop, expression.step]) see(bound);
        return;
      case 'call':
        see(expression.callee, 'raises');
        this.#arguments(expression.args, scope);
        return;
      case 'filter': {
        if (!filterNamed(expression.name)) this.unknown.push({ kind: 'filter', ...pick(expression) });
        const isDefault = expression.name === 'default' || expression.name === 'd';
        see(expression.operand, isDefault ? 'asked' : 'value');
        if (isDefault) this.#value(expression.operand, expression.args.args[0]);
        this.#arguments(expression.args, scope);
        return;
      }
      case 'test': {
        if (!testNamed(expression.name)) this.unknown.push({ kind: 'test', ...pick(expression) });
        // Every test takes what is undefined.
        const isAsked = expression.name === 'defined' || expression.name === 'undefined';
        see(expression.operand, isAsked ? 'asked' : 'truth');
        this.#arguments(expression.args, scope);
        return;
      }
    }
  }

  #compare(expression: Expression & { readonly type: 'compare' }, scope: Scope): void {
    this.#see(expression.operand, scope, 'truth');
    for (const { operator, operand } of expression.operations) {
      const isEquality = operator === 'eq' || operator === 'ne';
      this.#see(operand, scope, isEquality ? 'truth' : 'value');
      if (isEquality) {
        this.#value(expression.operand, operand);
        this.#value(operand, expression.operand);
      }
      if ((operator === 'in' || operator === 'notin') && (operand.type === 'list' || operand.type === 'tuple'))
        for (const item of operand.items) this.#value(expression.operand, item);
    }
  }

  #arguments({ args, keywords, dynamicArgs, dynamicKeywords }: Arguments, scope: Scope): void {
    const all = [...args, ...keywords.map(({ value }) => value), dynamicArgs, dynamicKeywords];
    for (const expression of all) this.#see(expression, scope, 'value');
  }

  /** A constant that a name stands against. */
  #value(name: Expression | undefined, constant: Expression | undefined): void {
    if (name?.type !== 'name' || constant?.type !== 'const' || constant.value === null) return;
    (this.#free.get(name.name)?.values ?? this.#preset.get(name.name))?.add(constant.value);
  }

  #name(name: string, span: Span, scope: Scope, use: Use): void {
    for (let at: Scope | undefined = scope; at; at = at.parent)
      if (at.names.has(name)) {
        if (use === 'asked' && !at.parent && !this.#preset.has(name)) this.#preset.set(name, new Set());
        return;
      }
    const found = this.#free.get(name) ?? { uses: [], values: new Set<string | boolean>() };
    found.uses.push({ span, use });
    this.#free.set(name, found);
  }
}

function pick({ name, span }: Expression & { readonly type: 'filter' | 'test' }) {
  return { name, span };
}

/** What a body binds in its own frame: branches of an `if` have none. */
function collect(statements: readonly Statement[], names: Set<string>): void {
  for (const statement of statements) {
    if (statement.type === 'set' || statement.type === 'setBlock')
      for (const name of targetsOf(statement.target)) names.add(name);
    else if (statement.type === 'macro') names.add(statement.name);
    else if (statement.type === 'if') {
      for (const { body } of statement.branches) collect(body, names);
      collect(statement.otherwise, names);
    }
  }
}

function targetsOf(target: Expression): readonly string[] {
  if (target.type === 'tuple') return target.items.flatMap(targetsOf);
  return target.type === 'name' ? [target.name] : [];
}
