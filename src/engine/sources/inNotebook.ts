import { LineNumbers } from './lineNumbers.ts';
import type { NotebookCode } from './notebookCode.ts';
import type { SourceOrigin, SourceReading } from './sourceReading.ts';

/** A reading of a notebook's code with the places that its parts have in the notebook's `file`; places in other files stay. */
export function inNotebook(reading: SourceReading, code: NotebookCode, file: string): SourceReading {
  const [own] = reading.files;
  const lines = new LineNumbers();
  const lineOf = (offset: number) => lines.lineAt(file, offset);
  const origin = (each: SourceOrigin): SourceOrigin => ({
    file: each.file,
    span: each.file === own ? code.place(each.span) : each.span,
    ...(each.items && { items: new Map([...each.items].map(([key, item]) => [key, origin(item)])) }),
  });
  const found = reading.found.map(each => {
    const span = code.place(each.span);
    const unknown = each.unknown.map(hole => {
      const at = hole.file === own ? code.place(hole.span) : hole.span;
      return hole.file === own ? { ...hole, span: at, line: lineOf(at.start) } : hole;
    });
    const origins = new Map([...each.origins].map(([key, one]) => [key, origin(one)]));
    return { ...each, span, line: lineOf(span.start), unknown, origins };
  });
  return { ...reading, found };
}
