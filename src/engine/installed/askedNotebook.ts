import { LineNumbers, type NotebookCode, type SourceDefinition } from '../sources/index.ts';

/** The code of a notebook's cells as Python runs them, one behind the other: `number` counts all cells from 1, `line` is the first in all their code. */
export function cellsToRun({ text, cells }: NotebookCode) {
  const lines = new LineNumbers();
  return cells.map(({ start, number }, i) => {
    return { number, line: lines.lineAt(text, start), code: text.slice(start, cells[i + 1]?.start) };
  });
}

/** Tells the first and the last line of calls in the code that is run, from 1: in a notebook's file many may stand in a line. */
export function codeLines(
  text: string,
  notebook: NotebookCode | undefined,
): (call: SourceDefinition) => readonly [first: number, last: number] {
  const lines = new LineNumbers();
  const lineAt = (place: number) =>
    notebook ? lines.lineAt(notebook.text, notebook.offsetOf(place)) : lines.lineAt(text, place);
  return ({ span }) => [lineAt(span.start), lineAt(span.end - 1)];
}

/**
 * Python that runs cells (`ran`) until what is asked for is made: no statement behind it is run. What IPython alone has, such as its
 * commands, is left out; `display` shows nothing.
 */
export const running = `
import __future__
import ast
import asyncio
import types

futures = 0
for each in __future__.all_feature_names:
    futures |= getattr(__future__, each).compiler_flag


def ran(cells, is_done):
    # As in a notebook: what a class of it is named for, and what is guarded by it.
    module = types.ModuleType("__main__")
    module.__file__ = FILE
    module.display = lambda *args, **kwargs: None
    sys.modules["__main__"] = module
    module_name()
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    loop = None
    try:
        for cell in cells:
            try:
                tree = ast.increment_lineno(ast.parse(cell["code"], FILE), cell["line"] - 1)
                for statement in tree.body:
                    code = compile(ast.Module([statement], []), FILE, "exec", flags, True)
                    flags |= code.co_flags & futures
                    result = eval(code, vars(module))
                    if inspect.iscoroutine(result):
                        loop = loop or asyncio.new_event_loop()
                        loop.run_until_complete(result)
                    if is_done():
                        return module
            except Exception as error:
                words = f"cell {cell['number']} of {FILE} cannot be run"
                raise RuntimeError(f"{words}: {type(error).__name__}: {error}") from error
    finally:
        if loop:
            loop.close()
    return module
`;
