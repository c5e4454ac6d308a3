import { type Evaluation, type Judge, type TableRow, VerdictTable } from '../../engine/index.ts';
import type { ArgumentKind } from './argumentKinds.ts';
import { checkArguments } from './checkArguments.ts';
import { clearError } from './clearError.ts';
import { judgeArguments, tableArguments } from './publicFace.ts';

type Kinds = Readonly<Record<string, ArgumentKind>>;
type Call = (...args: never[]) => unknown;

/** What a function of the door gave, whose own functions look at their arguments as well: those that have kinds, and raise clear errors. */
export function checkedMembers<T extends object>(given: T, kinds: Readonly<Record<string, Kinds>>): T {
  const own = Object.entries(given).map(([name, member]) => [
    name,
    typeof member === 'function' ? checkArguments(name, (member as Call).bind(given), kinds[name] ?? {}) : member,
  ]);
  return Object.freeze(
    Object.assign(Object.create(Object.getPrototypeOf(given) as object | null), Object.fromEntries(own)),
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

    override add(...args: Parameters<VerdictTable['add']>): void {
      checkArguments('add', super.add.bind(this), tableArguments.add)(...args);
    }

    override append(...args: Parameters<VerdictTable['append']>): void {
      checkArguments('append', super.append.bind(this), tableArguments.append)(...args);
    }

    override row(...args: Parameters<VerdictTable['row']>): TableRow {
      return checkArguments('row', super.row.bind(this), tableArguments.row)(...args);
    }

    override mark(...args: Parameters<VerdictTable['mark']>): void {
      checkArguments('mark', super.mark.bind(this), tableArguments.mark)(...args);
    }
  };
  return table;
}

let table: typeof VerdictTable | undefined;
