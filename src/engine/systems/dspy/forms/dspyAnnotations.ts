import { enumMembers, type ModelReader } from '../../../code/python/read/modelReader.ts';
import { lookUp, type Scope, type ScopedNode } from '../../../code/python/read/scopes.ts';
import { childOf, childrenOf, itemsOf, type PyNode } from '../../../code/python/read/syntax.ts';
import { EngineError } from '../../../core/errors.ts';
import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import { type KnownTypes, readAnnotation } from '../readAnnotation.ts';
import { classOfSchema } from '../schemaOfType.ts';
import { typeParts } from './dspyFacts.ts';

/** Aliases of aliases are followed no further. */
const maxDepth = 30;

/** Reads the types of a signature's fields as texts that a definition understands, and gathers the classes that they name. */
export class DspyAnnotations {
  readonly #models: ModelReader;
  readonly #types = new Map<string, PyValue>();

  constructor(models: ModelReader) {
    this.#models = models;
  }

  /** The classes that were named, each with its JSON Schema. */
  get types(): PyDict {
    return this.#types;
  }

  /** The text of an annotation, its names as a definition knows them. One that says nothing to DSPy’s adapters here is reported, and `Any`. */
  textOf(node: PyNode, scope: Scope): string {
    return this.#checked(this.#write(node, scope, 0), node, false);
  }

  /** The text of a type in the string of a signature, whose names are those of the place that the string stands at. */
  ofString(text: string, place: ScopedNode): string {
    return this.#checked(this.#quoted(text, place), place.node, true);
  }

  /** What {@link readAnnotation} calls the classes that were named. */
  readonly typeNamed: KnownTypes = name => {
    const schema = this.#types.get(name);
    return schema instanceof Map ? classOfSchema(name, schema) : undefined;
  };

  #checked(text: string, node: PyNode, barIsUnion: boolean): string {
    try {
      readAnnotation(text, this.typeNamed, barIsUnion);
      return text;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.#models.evaluator.report(node, `\`${text}\` is not a type that is known here; it is taken for \`Any\`.`);
      return 'Any';
    }
  }

  #write(node: PyNode, scope: Scope, depth: number): string {
    const { evaluator } = this.#models;
    const whole = evaluator.textOf(node);
    if (depth > maxDepth || !evaluator.spend(node, 4 + whole.length)) return whole;
    if (node.name === 'String') return this.#quoted(evaluator.plainText(node) ?? whole, { node, scope });
    const isSubscript = node.name === 'MemberExpression' && childOf(node, '[') !== undefined;
    if (node.name === 'VariableName' || (node.name === 'MemberExpression' && !isSubscript))
      return this.#named(node, scope, depth);
    let inner = childrenOf(node);
    if (isSubscript && inner[0]) {
      const base = this.#write(inner[0], scope, depth + 1);
      if (base === 'Literal') return base + evaluator.text.slice(inner[0].to, node.to);
      // What else stands in `Annotated[…]` is not a type.
      if (base === 'Annotated') inner = [inner[0], ...itemsOf(node).slice(1, 2)];
    }
    return this.#withParts(node, inner, part => this.#write(part, scope, depth + 1));
  }

  /** The text of a node with some of its parts written anew. */
  #withParts(node: PyNode, parts: readonly PyNode[], write: (part: PyNode) => string): string {
    const { text } = this.#models.evaluator;
    const pieces: string[] = [];
    let at = node.from;
    for (const part of parts) {
      pieces.push(
        text.slice(at, part.from),
        part.firstChild || /^\w/.test(part.name) ? write(part) : text.slice(part.from, part.to),
      );
      at = part.to;
    }
    return pieces.join('') + text.slice(at, node.to);
  }

  #named(node: PyNode, scope: Scope, depth: number): string {
    const { evaluator } = this.#models;
    const named = evaluator.resolve(node, scope);
    if (named.kind === 'class') return this.#classIn(named) ?? evaluator.textOf(node);
    if (named.kind === 'import') return named.path.slice(named.path.lastIndexOf('.') + 1);
    if (named.kind !== 'value' || named.node === node) return evaluator.textOf(node);
    const text = this.#write(named.node, named.scope, depth + 1);
    return named.node.name === 'BinaryExpression' ? `(${text})` : text;
  }

  /** The name of a class in a definition; `undefined`: it is neither an enum nor a model. */
  #classIn(place: ScopedNode): string | undefined {
    if (!this.#models.line(place)) return undefined;
    const name = this.#models.keyOf(place);
    if (!this.#types.has(name)) this.#types.set(name, this.#schemaOf(place, name));
    return name;
  }

  #schemaOf(place: ScopedNode, name: string): PyDict {
    const schema = this.#models.schemaOf(place);
    const members = [...enumMembers(place, this.#models).keys()];
    const guessed = classOfSchema(name, schema);
    const isTold =
      members.length === 0 || (guessed.kind === 'enum' && [...guessed.members.keys()].join() === members.join());
    return isTold ? schema : new Map<string, PyValue>([...schema, ['x-enum-varnames', members]]);
  }

  /** A type in quotes: only whole names are looked up. */
  #quoted(text: string, { node, scope }: ScopedNode): string {
    return text.replace(typeParts, word => {
      const [first = '', ...rest] = word.split('.');
      const bound = /^['"\s]/.test(word) ? undefined : lookUp(first, node.from, scope);
      if (typeof bound !== 'object') return word;
      if (bound.kind === 'import') return rest.at(-1) ?? bound.path.slice(bound.path.lastIndexOf('.') + 1);
      if (rest.length > 0) return word;
      if (bound.kind === 'class') return this.#classIn(bound) ?? word;
      return bound.kind === 'value' ? this.#write(bound.node, bound.scope, maxDepth - 1) : word;
    });
  }
}
