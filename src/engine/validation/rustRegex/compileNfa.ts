import { type CharTest, RegexError, type RegexNode } from './regexSyntax.ts';

/** A step of the automaton. Every step but a jump or a fork goes on to the one after it. */
export type Step =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'look'; readonly bit: number }
  | { readonly kind: 'fork'; to: number }
  | { readonly kind: 'jump'; to: number }
  | { readonly kind: 'match' };

/** How large an automaton may get, and how much work it may be to make it: counted repeats are written out. */
const maxSteps = 20_000;

/** The steps of a pattern. Throws `RegexError` when they are too many. */
export function compileNfa(root: RegexNode): readonly Step[] {
  const steps: Step[] = [];
  let work = 0;
  const emit = <S extends Step>(step: S): S => {
    steps.push(step);
    return step;
  };
  const compile = (node: RegexNode): void => {
    if (++work > maxSteps || steps.length > maxSteps) throw new RegexError('the pattern is too large');
    switch (node.kind) {
      case 'char':
      case 'look':
        emit(node);
        return;
      case 'sequence':
        node.items.forEach(compile);
        return;
      case 'choice': {
        const ends: { to: number }[] = [];
        node.items.forEach((item, index) => {
          const isLast = index === node.items.length - 1;
          const fork = isLast ? undefined : emit({ kind: 'fork', to: 0 });
          compile(item);
          if (!isLast) ends.push(emit({ kind: 'jump', to: 0 }));
          if (fork) fork.to = steps.length;
        });
        for (const end of ends) end.to = steps.length;
        return;
      }
      default:
        compileRepeat(node.item, node.min, node.max);
    }
  };
  const compileRepeat = (item: RegexNode, min: number, max: number) => {
    for (let i = 0; i < min; i++) compile(item);
    if (max === Infinity) {
      const start = steps.length;
      const exit = emit({ kind: 'fork', to: 0 });
      compile(item);
      emit({ kind: 'jump', to: start });
      exit.to = steps.length;
      return;
    }
    const exits: { to: number }[] = [];
    for (let i = min; i < max; i++) {
      exits.push(emit({ kind: 'fork', to: 0 }));
      compile(item);
    }
    for (const exit of exits) exit.to = steps.length;
  };
  compile(root);
  emit({ kind: 'match' });
  return steps;
}
