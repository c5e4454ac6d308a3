import type { SyntaxNode } from '@lezer/common';
import type { TsModule } from '../../../code/typescript/tsModule.ts';
import { argumentsOf, bareExpression, children, isExpression } from '../../../code/typescript/tsSyntax.ts';
import { constantOf, propertyOf } from '../../../code/typescript/zodCalls.ts';
import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { FoundInScript, SchemaOf, ScriptParsers } from '../../../parsers/scriptParsers.ts';
import { headOf, innerConfig, langchainScriptClasses, sourceOf, strategyFunctions } from './langchainScripts.ts';

/** Reads LangChain.js's parsers: `new X({…})`, `X.fromZodSchema(schema)`, `X.fromNamesAndDescriptions({…})` and `model.withStructuredOutput(schema)`. */
export class LangchainScript implements ScriptParsers {
  readonly found: FoundInScript[] = [];
  readonly problems: { readonly message: string; readonly node: SyntaxNode }[] = [];
  readonly #module: TsModule;
  readonly #schemaOf: SchemaOf;
  /** Classes by their names in the module, with the package that they are from. */
  readonly #classes = new Map<string, { readonly type: string; readonly isClassic: boolean }>();

  constructor(module: TsModule, schemaOf: SchemaOf) {
    this.#module = module;
    this.#schemaOf = schemaOf;
    module.root.cursor().iterate(({ name, node }) => {
      if (name === 'ImportDeclaration') this.#import(node);
    });
    if (this.#classes.size === 0 && !module.source(module.root).includes('withStructuredOutput')) return;
    // Parsers inside of others are a part of those.
    module.root.cursor().iterate(({ name, node }) => {
      if (name !== 'NewExpression' && name !== 'CallExpression') return true;
      const config = this.#read(node);
      if (!config) return true;
      this.found.push({ name: this.#nameOf(node, String(config.get('type'))), config, node });
      return false;
    });
  }

  #import(node: SyntaxNode): void {
    const source = node.getChild('String');
    const from = source ? this.#module.source(source).slice(1, -1) : '';
    if (sourceOf(from) === undefined) return;
    const group = node.getChild('ImportGroup');
    const text = group ? this.#module.source(group) : '';
    for (const [, type = '', local] of text.matchAll(/(\w+)(?:\s+as\s+(\w+))?/g))
      if (langchainScriptClasses.has(strategyFunctions.get(type) ?? type))
        this.#classes.set(local ?? type, {
          type: strategyFunctions.get(type) ?? type,
          isClassic: !from.startsWith('@langchain/core'),
        });
  }

  /** The keys of a call of LangChain's; `undefined`: it is another call, or cannot be read, which is then said. */
  #read(node: SyntaxNode): PyDict | undefined {
    const [callee] = children(node).filter(({ name }) => name !== 'new');
    if (!callee) return undefined;
    if (node.name === 'NewExpression') {
      // `new JsonOutputParser<Joke>()`
      const namedClass = this.#classes.get(this.#module.source(callee).replace(/<[\s\S]*$/, ''));
      return namedClass && this.#constructed(namedClass, node);
    }
    const made = callee.name === 'VariableName' ? this.#classes.get(this.#module.source(callee)) : undefined;
    if (made?.type.endsWith('Strategy')) return this.#strategy(made.type, node);
    const property = callee.getChild('PropertyName');
    const object = callee.firstChild;
    if (callee.name !== 'MemberExpression' || !property || !object) return undefined;
    const method = this.#module.source(property);
    if (method === 'withStructuredOutput') return this.#structured(node);
    const knownClass = this.#classes.get(this.#module.source(object));
    const [first] = argumentsOf(node);
    if (!knownClass || !first) return undefined;
    const head = headOf(knownClass);
    if (method === 'fromZodSchema') return this.#checked(head, first);
    if (method !== 'fromNamesAndDescriptions') return undefined;
    const names = this.#module.value(first);
    if (names === undefined || !isPyDict(names))
      return this.#refuse(first, 'These names are known only when the program runs.');
    return new Map<string, PyValue>([...head, ['names_and_descriptions', names]]);
  }

  #constructed(
    namedClass: { readonly type: string; readonly isClassic: boolean },
    node: SyntaxNode,
  ): PyDict | undefined {
    const head = headOf(namedClass);
    const [first] = argumentsOf(node);
    if (!first) return new Map(head);
    const { type } = namedClass;
    if (/Structured|StandardSchema|^Router/.test(type) && !type.startsWith('StructuredChat'))
      return this.#checked(head, first);
    const options = constantOf(bareExpression(first), this.#module);
    if (type === 'CombiningOutputParser') return this.#combined(head, options);
    const config = new Map<string, PyValue>(head);
    for (const key of langchainScriptClasses.get(type) ?? []) {
      const part = options.name === 'ObjectExpression' ? propertyOf(options, key, this.#module) : undefined;
      if (!part) continue;
      const value = this.#module.value(part) ?? (key === 'regex' ? this.#pattern(part) : undefined);
      if (value !== undefined) config.set(key, value);
      else this.#refuse(part, `\`${key}\` is known only when the program runs; it is not taken over.`);
    }
    const schema = options.name === 'ObjectExpression' ? propertyOf(options, 'zodSchema', this.#module) : undefined;
    return schema ? (this.#checked(config, schema) ?? config) : config;
  }

  /** `toolStrategy(schema, options)`, `providerStrategy(schema)` or `({ schema, strict })`, `createAgent({ responseFormat })`. */
  #strategy(type: string, node: SyntaxNode): PyDict | undefined {
    const [first, second] = argumentsOf(node);
    if (!first) return undefined;
    const at = constantOf(bareExpression(first), this.#module);
    const property = (from: SyntaxNode | undefined, key: string) => {
      const object = from && constantOf(bareExpression(from), this.#module);
      return object?.name === 'ObjectExpression' ? propertyOf(object, key, this.#module) : undefined;
    };
    const format = property(first, type === 'AutoStrategy' ? 'responseFormat' : 'schema');
    if (type === 'AutoStrategy') {
      if (!format) return undefined;
      const inner = bareExpression(format);
      if (
        inner.name === 'CallExpression' &&
        this.#classes.get(this.#module.source(inner.firstChild ?? inner))?.type.endsWith('Strategy')
      )
        return this.#read(inner);
      // A strategy that has a name is read where it is made.
      const named = constantOf(inner, this.#module);
      const callee = named.name === 'CallExpression' && named !== inner ? named.firstChild : undefined;
      if (callee && this.#classes.has(this.#module.source(callee))) return undefined;
    }
    const schema = this.#strategySchema(format ?? first ?? at);
    if (schema === undefined) return this.#refuse(first, 'This is not a schema that can be read here.');
    const options = type === 'ToolStrategy' ? second : first;
    const keys = (langchainScriptClasses.get(type) ?? []).flatMap((key): [string, PyValue][] => {
      const part = property(options, key);
      const value = part && this.#module.value(part);
      return value === undefined ? [] : [[key, value]];
    });
    return new Map<string, PyValue>([['type', type], ['runtime', 'js'], ['schema', schema], ...keys]);
  }

  /** A zod schema, a JSON Schema as it stands, or a list of these. */
  #strategySchema(node: SyntaxNode): PyValue | undefined {
    const at = bareExpression(node);
    const constant = constantOf(at, this.#module);
    if (constant.name === 'ArrayExpression') {
      const items = children(constant).filter(isExpression);
      const read = items.flatMap(item => this.#strategySchema(item) ?? []);
      return read.length === items.length && read.length > 0 ? read : undefined;
    }
    const schema = this.#schemaOf(at) ?? this.#literalSchema(constant);
    if (schema) {
      const title = schema.get('title');
      return new Map<string, PyValue>([
        ...(typeof title === 'string' ? [['class_name', title] as const] : []),
        ['content_schema', schema],
      ]);
    }
    const value = this.#module.value(at);
    return value !== undefined && isPyDict(value) ? value : undefined;
  }

  #combined(head: ReadonlyMap<string, PyValue>, options: SyntaxNode): PyDict | undefined {
    // `new CombiningOutputParser(a, b)` in older releases, `({ parsers: [a, b] })` in others.
    const list = options.name === 'ObjectExpression' ? propertyOf(options, 'parsers', this.#module) : undefined;
    const array = list && constantOf(bareExpression(list), this.#module);
    const nodes =
      array?.name === 'ArrayExpression'
        ? children(array).filter(({ name }) => /Expression|VariableName/.test(name))
        : [options];
    const parsers = nodes.flatMap(node => {
      const call = constantOf(bareExpression(node), this.#module);
      const config = /^(?:New|Call)Expression$/.test(call.name) ? this.#read(call) : undefined;
      if (!config) this.#refuse(node, 'This is not a parser that can be read here; it is not taken over.');
      return config ? [innerConfig(config)] : [];
    });
    return parsers.length === 0 ? undefined : new Map<string, PyValue>([...head, ['parsers', parsers]]);
  }

  /** `/source/flags` */
  #pattern(node: SyntaxNode): PyValue | undefined {
    const [, pattern, flags] = /^\/([\s\S]+)\/(\w*)$/.exec(this.#module.source(node)) ?? [];
    if (pattern === undefined || node.name !== 'RegExp') return undefined;
    return flags
      ? new Map([
          ['pattern', pattern],
          ['flags', flags],
        ])
      : pattern;
  }

  #checked(head: ReadonlyMap<string, PyValue>, node: SyntaxNode): PyDict | undefined {
    const at = bareExpression(node);
    const schema = this.#schemaOf(at) ?? this.#literalSchema(constantOf(at, this.#module));
    if (!schema) return this.#refuse(node, 'This is not a zod schema that can be read here.');
    return new Map<string, PyValue>([...head, ['content_schema', schema]]);
  }

  /** `z.fromJSONSchema({…})` */
  #literalSchema(node: SyntaxNode): PyDict | undefined {
    if (!/^\w+\.fromJSONSchema\b/.test(this.#module.source(node).slice(0, 200))) return undefined;
    const value = this.#module.value(argumentsOf(node)[0]);
    return value !== undefined && isPyDict(value) ? value : undefined;
  }

  /** The parser behind the model: it reads the call of one tool, or with `jsonMode` a text. */
  #structured(node: SyntaxNode): PyDict | undefined {
    const [first, options] = argumentsOf(node);
    if (!first) return undefined;
    const at = bareExpression(first);
    const literal = this.#module.value(at);
    const schema = this.#schemaOf(at) ?? (literal !== undefined && isPyDict(literal) ? literal : undefined);
    if (!schema) return this.#refuse(first, 'This is not a schema that can be read here.');
    const keys = options && this.#module.value(options);
    const method = keys !== undefined && isPyDict(keys) ? keys.get('method') : undefined;
    const isChecked = this.#schemaOf(at) !== undefined;
    if (method === 'jsonMode' || method === 'jsonSchema') {
      const type = isChecked ? 'StructuredOutputParser' : 'JsonOutputParser';
      return new Map<string, PyValue>([
        ['type', type],
        ['runtime', 'js'],
        ['content_schema', schema],
      ]);
    }
    if (method === undefined)
      this.#refuse(node, 'Which method this is depends on the model’s class; it is taken for `functionCalling`.');
    const name = keys !== undefined && isPyDict(keys) ? keys.get('name') : undefined;
    return new Map<string, PyValue>([
      ['type', 'JsonOutputKeyToolsParser'],
      ['runtime', 'js'],
      ['keyName', typeof name === 'string' ? name : 'extract'],
      ['returnSingle', true],
      ...(isChecked ? [['content_schema', schema] as const] : []),
    ]);
  }

  #refuse(node: SyntaxNode, message: string): undefined {
    this.problems.push({ node, message });
    return undefined;
  }

  /** The constant or the member that a call is the value of. */
  #nameOf(node: SyntaxNode, type: string): string {
    let outer = node.parent;
    for (let steps = 0; outer && steps < 4; steps++, outer = outer.parent) {
      const name = outer.getChild('VariableDefinition') ?? outer.getChild('PropertyDefinition');
      if (name) return this.#module.source(name);
    }
    return `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
  }
}
