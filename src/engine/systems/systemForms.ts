import type { ModelReader } from '../code/python/read/modelReader.ts';
import type { PythonReading } from '../code/python/read/readPython.ts';
import type { ScopedNode } from '../code/python/read/scopes.ts';
import type { ReadFunction } from '../code/schema/functions.ts';
import type { TsModule } from '../code/typescript/tsModule.ts';
import type { PyDict } from '../core/pyValue.ts';
import type { InstalledFramework } from '../parsers/askedFramework.ts';
import type { Definition } from '../parsers/definition.ts';
import type { ExportFormat, ImportFormat } from '../parsers/interchange.ts';
import type { SchemaOf, ScriptClasses, ScriptParsers } from '../parsers/scriptParsers.ts';
import type { PythonClasses } from '../parsers/sourceClasses.ts';
import type { Placed } from '../parsers/system.ts';

/** A class of a source as one of the tools of a definition. */
export interface ToolClass {
  /** The type of the definition that has it. */
  readonly kind: string;
  /** What a model calls it by; empty: an abstract class. */
  readonly request: string;
  readonly config: PyDict;
}

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
  /** How its parsers are made in Python that is read without being run. Absent: not by calls of classes. */
  readonly pythonClasses?: PythonClasses;
  /** How its parsers are made in TypeScript that is read without being run. Absent: not at all. */
  readonly scriptClasses?: ScriptClasses;
  /** The parsers of a module in TypeScript that is read by itself. Absent: none. */
  scriptParsers?(module: TsModule, schemaOf: SchemaOf): ScriptParsers;
  /** What a class in Python is as one of several tools that a definition has; `undefined`: it is none. Absent: no class is one. */
  toolClass?(place: ScopedNode, models: ModelReader): ToolClass | undefined;
  /** The definition whose export gives exactly these functions; `undefined`: none does. Absent: no definition has functions of its own. */
  exactly?(functions: readonly ReadFunction[]): PyDict | undefined;
  /** The definition of tools that these functions are, whoever wrote them. Absent: the system has no such tools. */
  asTools?(functions: readonly ReadFunction[]): PyDict;
  /** Python with the coroutine `payload_of(case)`, which asks its installed formatter. Absent: it formats no conversations. */
  readonly payloadInPython?: string;
  /** How its installed framework in Python runs a definition. Absent: it does not. */
  installed?(definition: Definition): InstalledFramework;
}
