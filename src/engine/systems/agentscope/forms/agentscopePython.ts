import { toSnakeCase } from '../../../code/python/identifiers.ts';
import { nameOfExpression } from '../../../code/python/read/nameOf.ts';
import type { Outline } from '../../../code/python/read/outline.ts';
import type { Evaluator } from '../../../code/python/read/pythonEvaluator.ts';
import type { PythonClassesReading, PythonReading } from '../../../code/python/read/readPython.ts';
import type { ScopedNode } from '../../../code/python/read/scopes.ts';
import { customClassOf } from './customClass.ts';
import { parserParameters } from './parserClasses.ts';
import { readCustomClasses } from './readCustomClasses.ts';
import { readParser } from './readParser.ts';
import { isPlainSubclass, readSubclass } from './readSubclass.ts';

/** Constructor calls of AgentScope's parsers, and classes that are one of them under another name. */
export const agentscopePython: PythonReading = {
  traces:
    /Markdown(?:CodeBlock|JsonObject|JsonDict)Parser|(?:Multi|Regex)TaggedContentParser|ParserBase|DictFilterMixin|FormatterBase|(?:Chat|MultiAgent)Formatter/,
  isCall: (place, evaluator) => parserType(place, evaluator) !== undefined,
  readCall(place, models) {
    const type = parserType(place, models.evaluator);
    if (type === undefined) return undefined;
    const config = readParser(type, place, models);
    return { type, ...(config && { config }) };
  },
  readClasses(outline, models, isMeant): PythonClassesReading {
    const { evaluator } = models;
    const found = plainSubclasses(outline, evaluator).flatMap(({ custom, place }) => {
      if (!isMeant(place) && !isMeant(custom.place)) return [];
      const isCall = place !== custom.place;
      const config = readSubclass(custom, isCall ? place : undefined, models);
      const name = (isCall ? nameOfExpression(place.node, evaluator) : undefined) ?? toSnakeCase(custom.name);
      return config ? [{ name, type: custom.concrete, config, node: place.node }] : [];
    });
    return { found };
  },
};

/** Classes that derive from AgentScope's bases and do something of their own: they become modules. */
export const agentscopeCustomClasses: PythonReading = {
  traces: /ParserBase|DictFilterMixin|FormatterBase|(?:Chat|MultiAgent)Formatter/,
  readClasses(outline, { evaluator }, isMeant, fileName): PythonClassesReading {
    const customs = readCustomClasses(outline, evaluator, isMeant, fileName);
    return {
      found: customs.flatMap(({ definitions }) => definitions.map(each => ({ ...each, type: 'custom' }))),
      modules: customs.map(({ module }) => module),
      read: customs.map(({ node }) => node),
    };
  },
};

function parserType({ node, scope }: ScopedNode, evaluator: Evaluator): string | undefined {
  const callee = node.firstChild;
  if (callee?.name !== 'VariableName' && callee?.name !== 'MemberExpression') return undefined;
  const name = evaluator.importedName(callee, scope);
  return name !== undefined && parserParameters.has(name) ? name : undefined;
}

/** Subclasses that are the parser that they derive from: at each of their calls, or where nothing calls them and no other derives from them, at the class. */
function plainSubclasses({ classes, calls }: Outline, evaluator: Evaluator) {
  const all = classes.flatMap(place => {
    const custom = customClassOf(place, evaluator);
    const { concrete } = custom ?? {};
    return custom && concrete !== undefined && isPlainSubclass(custom, evaluator) ? [{ ...custom, concrete }] : [];
  });
  const bases = new Set(all.flatMap(custom => custom.classes.slice(0, -1).map(({ node }) => node.from)));
  const byPlace = new Map(all.map(custom => [custom.place.node.from, custom]));
  const called = calls.flatMap(place => {
    const callee = place.node.firstChild;
    const named = callee?.name === 'VariableName' ? evaluator.resolve(callee, place.scope) : undefined;
    const custom = named?.kind === 'class' ? byPlace.get(named.node.from) : undefined;
    return custom ? [{ custom, place }] : [];
  });
  const made = new Set(called.map(({ custom }) => custom));
  const rest = all.filter(custom => !made.has(custom) && !bases.has(custom.place.node.from));
  return [...called, ...rest.map(custom => ({ custom, place: custom.place }))];
}
