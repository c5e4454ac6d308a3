import type { PythonReading } from '../code/python/read/readPython.ts';
import type { InstalledFramework } from '../parsers/askedFramework.ts';
import type { Definition } from '../parsers/definition.ts';
import type { ExportFormat, ImportFormat } from '../parsers/interchange.ts';
import type { Placed } from '../parsers/system.ts';

/** The forms of a system: the half of its face that is loaded when definitions are written or read in other forms than their own. */
export interface SystemForms {
  /** The name of the system, as its face has it. */
  readonly system: string;
  /** The forms that its definitions can be written in. Absent: none of its own. */
  readonly exports?: readonly Placed<ExportFormat>[];
  /** The forms that its definitions can be read from. Absent: none of its own. */
  readonly imports?: readonly Placed<ImportFormat>[];
  /** How its classes and calls are read in Python. Absent: not at all. */
  readonly python?: readonly Placed<PythonReading>[];
  /** How its framework in Python is asked what a definition gives. Absent: it is not. */
  installed?(definition: Definition): InstalledFramework;
}
