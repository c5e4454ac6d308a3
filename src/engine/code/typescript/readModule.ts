import type { Tree, TreeFragment } from '@lezer/common';
import { parser } from '@lezer/javascript';
import type { Span } from '../../core/span.ts';
import type { ImportProblem } from '../../parsers/interchange.ts';
import type { ChangedTrees } from '../changedTrees.ts';
import { TsModule } from './tsModule.ts';

/** The parser keeps a copy of its stack for each way to read on, so that it would be slow where brackets nest deeper. */
const maxNesting = 500;
/** Types in front of one value, as in `<a><b>x`, and tags that look like it: at each the parser would keep a copy of all before. */
const maxTags = 100;
/** Characters of a module. */
const maxLength = 2_000_000;
/** Characters of a module that are read behind its first mistake, which takes the parser much longer. */
const maxRepaired = 20_000;

/** Not made on import: the grammar's tables are read when a script is. */
const parserOf = (strict: boolean) => parser.configure({ dialect: 'ts', strict });

/** What is said where a text is not TypeScript. */
export const noTypeScript = 'This cannot be read as TypeScript from here on.';

/** Reads the module that stands within `span` of a text, or says why not. `known.trees` has the tree of an earlier version of the text at `known.path`. Never throws. */
export function readModule(
  text: string,
  { start, end }: Span,
  earlier?: { readonly trees: ChangedTrees; readonly path: string },
): TsModule | ImportProblem {
  const problem = (message: string, from: number): ImportProblem => ({
    message,
    span: { start: start + from, end: Math.min(text.length, start + from + 1) },
    severity: 'error',
  });
  if (end - start > maxLength)
    return problem('This is larger than 2 MB, which is more than ParserLens reads as TypeScript.', 0);
  const part = text.slice(start, end);
  const tags = manyTags.exec(part);
  if (tags) return problem(`More than ${maxTags} tags in a row are not TypeScript.`, tags.index);
  const deep = tooDeep(part);
  if (deep !== undefined)
    return problem(`Nested deeper than ${maxNesting} levels, which is more than ParserLens reads.`, deep);
  const parsed = part.replace(lineSeparators, onlyOne);
  try {
    const parser = parserOf(true);
    const tree = earlier ? earlier.trees.parse(parser, earlier.path, parsed) : parser.parse(parsed);
    return new TsModule(part, tree.topNode);
  } catch (error) {
    if (error instanceof RangeError) return problem('Nested deeper than ParserLens reads.', 0);
    const place = /(\d+)$/.exec(error instanceof SyntaxError ? error.message : '');
    if (!place) throw error;
    const fault = Math.min(Number(place[1]), part.length);
    const parts = earlier?.trees.partsOf(earlier.path, parsed);
    return new TsModule(part, repairedTree(parsed, fault, parts).topNode, fault);
  }
}

/** Operators without operands, which are not TypeScript; the parser tries each as every other. */
const noise = /(?:[^\w\s"'`]\s*){300}/g;

/** The tree of a text whose first mistake is at a place, as far as it is cheap to read. */
function repairedTree(text: string, fault: number, unchanged?: readonly TreeFragment[]): Tree {
  noise.lastIndex = fault;
  const end = Math.min(noise.exec(text)?.index ?? text.length, fault + maxRepaired);
  const parse = parserOf(false).startParse(text, unchanged);
  if (end < text.length) parse.stopAt(end);
  for (;;) {
    const tree = parse.advance();
    if (tree) return tree;
  }
}

const manyTags = new RegExp(`(?:<[^<>;]{0,200}>\\s*){${maxTags}}`);

/** Unicode's own ends of lines. The parser looks from each one over all that follow; one in a row does as well. */
const lineSeparators = /[\u2028\u2029]\s*[\u2028\u2029]\s*/g;

/** A text of the same length, so that places stay. */
function onlyOne(blanks: string): string {
  return blanks.charAt(0) + blanks.slice(1).replace(/[\u2028\u2029]/g, ' ');
}

function tooDeep(text: string): number | undefined {
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[([{)\]}]/g)) {
    if (!'([{'.includes(bracket)) depth = Math.max(0, depth - 1);
    else if (++depth > maxNesting) return index;
  }
  return undefined;
}
