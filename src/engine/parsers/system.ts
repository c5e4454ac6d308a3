import type * as z from 'zod';
import type { Problem } from '../core/problem.ts';
import type { PyDict, PyValue } from '../core/pyValue.ts';
import type { Conversation } from '../messages/conversation.ts';
import type { ConversationFormatting } from '../messages/conversationFormatting.ts';
import type { LogReader } from '../messages/logReader.ts';
import type { TruncationType } from '../messages/truncation.ts';
import type { ConversionRule } from './conversion/conversionRule.ts';
import type { ParserType } from './parserType.ts';

/** What a system brings: the one face of its folder, which `systems/registry.ts` alone lists. */
export interface System {
  /** The framework's name, as pickers and tables show it. */
  readonly name: string;
  /** Whether its forms say how its framework in Python is asked. */
  readonly isInPython?: true;
  /** Its parser types, in the order in which pickers show them. */
  readonly types: readonly ParserType[];
  /** The ways from and to its types, each of which tells what it loses. Absent: none. */
  readonly conversions?: readonly ConversionRule[];
  /** Its ways to make a conversation fit. Absent: none. */
  readonly truncations?: readonly Placed<TruncationType>[];
  /** What of a conversation's file is the system's own. Absent: nothing. */
  readonly conversation?: ConversationFeatures;
  /** The kinds of logs that it writes. Absent: none of its own. */
  readonly logs?: readonly LogReader[];
  /** Files of its own that are definitions. Absent: none. */
  readonly files?: readonly DefinitionForm[];
  /** How it formats conversations that are for it. Absent: it has no formatters of its own. */
  readonly formatting?: ConversationFormatting;
}

/** A file of a framework's own that is a definition without saying so, such as a model's configuration. */
export interface DefinitionForm {
  /** The key that a file has which is one. */
  readonly key: string;
  /** Whether a file may be one, by its name: a path or a URI. */
  isOne(fileName: string | undefined): boolean;
  /** What the definition is called. */
  nameOf(fileName: string): string;
  /** The definition's keys; `undefined`: the file has none. Total. */
  keysOf(config: PyValue): PyDict | undefined;
}

/** An entry of a list to which several systems contribute. */
export interface Placed<T> {
  /** Lists are in the order of these numbers. */
  readonly place: number;
  readonly entry: T;
}

/** What of a conversation's file is a system's own. */
export interface ConversationFeatures {
  /** Keys of a message; what they say is the message's `history`. */
  readonly messageKeys: z.ZodRawShape;
  /** Keys of the file. */
  readonly keys: z.ZodRawShape;
  /** What is wrong with the values of these keys, and what does something other than it seems to. Total. */
  check(conversation: Conversation): readonly Problem[];
}

/** The entries in the order of their places. */
export function inOrder<T>(placed: readonly Placed<T>[]): readonly T[] {
  return placed.toSorted((one, other) => one.place - other.place).map(({ entry }) => entry);
}
