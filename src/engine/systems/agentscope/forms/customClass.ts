import { basesOf, classNameOf } from '../../../code/python/read/classFacts.ts';
import type { Evaluator } from '../../../code/python/read/pythonEvaluator.ts';
import type { ScopedNode } from '../../../code/python/read/scopes.ts';
import { childOf } from '../../../code/python/read/syntax.ts';
import { parserParameters } from './parserClasses.ts';

/** A class of the text that derives from a base class of AgentScope. */
export interface CustomClass {
  readonly kind: 'parser' | 'formatter';
  readonly name: string;
  readonly place: ScopedNode;
  /** It and those of the text that it derives from; what a later one says counts. */
  readonly classes: readonly ScopedNode[];
  /** The names of its bases from elsewhere. */
  readonly bases: readonly string[];
  /** The parser of AgentScope that it derives from; absent: a base class alone. */
  readonly concrete?: string;
}

const parserBases: ReadonlySet<string> = new Set(['ParserBase', 'DictFilterMixin']);
const formatterBase = /^(?:(?:Truncated)?FormatterBase|\w+(?:Chat|MultiAgent)Formatter)$/;
/** Classes of the text that one derives from. */
const maxClasses = 50;

/** What a class is that derives from a base class of AgentScope's parsers or formatters; `undefined`: it does not. */
export function customClassOf(place: ScopedNode, evaluator: Evaluator): CustomClass | undefined {
  const classes: ScopedNode[] = [];
  const bases: string[] = [];
  const open = [place];
  for (let at = open.pop(); at && classes.length < maxClasses; at = open.pop()) {
    const { node, scope } = at;
    if (classes.some(other => other.node.from === node.from)) continue;
    classes.unshift(at);
    const own: ScopedNode[] = [];
    for (const { value, name, spread } of basesOf(at, evaluator)) {
      if (name !== undefined || spread) continue;
      const named = evaluator.resolve(childOf(value, '[') && value.firstChild ? value.firstChild : value, scope);
      if (named.kind === 'class') own.push(named);
      else if (named.kind === 'import') bases.push(named.path.slice(named.path.lastIndexOf('.') + 1));
    }
    open.push(...own.reverse());
  }
  const concrete = bases.find(base => parserParameters.has(base));
  const isParser = concrete !== undefined || bases.some(base => parserBases.has(base));
  if (!isParser && !bases.some(isFormatterBase)) return undefined;
  const name = classNameOf(place.node, evaluator);
  return {
    kind: isParser ? 'parser' : 'formatter',
    name,
    place,
    classes,
    bases,
    ...(concrete !== undefined && { concrete }),
  };
}

/** Whether a name is that of a class of AgentScope that formatters derive from, a provider's own among them. */
export function isFormatterBase(name: string): boolean {
  return formatterBase.test(name);
}
