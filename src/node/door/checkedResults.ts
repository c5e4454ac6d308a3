import { type Evaluation, type Judge, type RowVerdict, type TableRow, VerdictTable } from '../../engine/index.ts';
import type { ArgumentKind } from './argumentKinds.ts';
import { checkArguments } from './checkArguments.ts';
import { clearError } from './clearError.ts';
import { judgeArguments, tableArguments } from './publicFace.ts';

type Kinds = Readonly<Record<string, ArgumentKind>>;
type Call = (...args: never[]) => unknown;

/** What a function of the door gave, whose own functions look at their arguments as well: those that have kinds, and raise clear errors. */
export function checkedMembers<T extends object>(target: T, kinds: Readonly<Record<string, Kinds>>): T {
  const own = Object.entries(target).map(([name, member]) => [
    name,
    typeof member === 'function' ? checkArguments(name, (member as Call).bind(target), kinds[name] ?? {}) : member,
  ]);
  return Object.freeze(
    Object.assign(Object.create(Object.getPrototypeOf(target) as object | null), Object.fromEntries(own)),
  );
}

/** A judge that looks at the rows. */
export function checkedJudge(judge: Judge): Judge {
  const { all, atOnce } = judge;
  return Object.freeze(
    Object.assign(
      checkArguments('judge', (row: Parameters<Judge>[0]) => judge(row), judgeArguments.judge),
      {
        all: checkArguments('all', all, judgeArguments.all),
        atOnce,
      },
    ),
  );
}

/** An evaluation whose rows may be anything. */
export function checkedEvaluation(evaluation: Evaluation): Evaluation {
  return {
    summary: checkArguments('summary', evaluation.summary, {}),
    async *[Symbol.asyncIterator]() {
      try {
        yield* evaluation;
      } catch (error) {
        throw clearError('evaluate(definition, rows, options, host)', [{}, {}], error);
      }
    },
  };
}

/** A table whose rows a program may have made by hand: one class, made when it is first asked for. */
export function checkedTable(): typeof VerdictTable {
  table ??= class extends VerdictTable {
    /** The name that the door has for it. */
    static override readonly name = 'VerdictTable';
    // Of millions of rows none makes a function of its own.
    readonly #add = checkArguments('add', (row: RowVerdict) => super.add(row), tableArguments.add);
    readonly #append = checkArguments(
      'append',
      (...args: Parameters<VerdictTable['append']>) => super.append(...args),
      tableArguments.append,
    );
    readonly #row = checkArguments('row', (index: number) => super.row(index), tableArguments.row);
    readonly #mark = checkArguments(
      'mark',
      (...args: Parameters<VerdictTable['mark']>) => super.mark(...args),
      tableArguments.mark,
    );

    override add(row: RowVerdict): void {
      this.#add(row);
    }

    override append(...args: Parameters<VerdictTable['append']>): void {
      this.#append(...args);
    }

    override row(index: number): TableRow {
      return this.#row(index);
    }

    override mark(...args: Parameters<VerdictTable['mark']>): void {
      this.#mark(...args);
    }
  };
  return table;
}

let table: typeof VerdictTable | undefined;
