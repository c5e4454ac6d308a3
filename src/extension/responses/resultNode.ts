import type { ModulePlace, Span } from '../../engine/index.ts';
import type { ErrorModel } from '../../views/errorModel.ts';
import type { Destination } from '../../views/splitModel.ts';
import type { ValueModel, ValuePath } from '../../views/valueModel.ts';

/** What became of a response. `warned`: it parsed, and a filter raises, or it is suspicious; `strayed`: it parsed, and some of its text fell to the ground; `notRun`: its module waits for the trust of the workspace. */
export type Verdict = 'parsing' | 'parsed' | 'warned' | 'strayed' | 'failed' | 'notRun';

/** A row of the result view. `span`s index the response's text. */
export type ResultNode = { readonly session: string } & (
  | { readonly kind: 'status'; readonly verdict: Verdict; readonly label: string; readonly description: string }
  | {
      readonly kind: 'error';
      readonly label: string;
      readonly error: ErrorModel;
      readonly span?: Span;
      readonly destination?: Destination;
    }
  | {
      readonly kind: 'cause';
      readonly code: string;
      readonly label: string;
      readonly description: string;
      readonly span: Span;
    }
  /** One of the repairs, by its number. */
  | { readonly kind: 'repair'; readonly index: number; readonly label: string; readonly description: string }
  | { readonly kind: 'feedback'; readonly told: boolean }
  | {
      readonly kind: 'note';
      readonly label: string;
      readonly description?: string;
      readonly icon: string;
      readonly span?: Span;
      /** In a module of the user's. */
      readonly place?: ModulePlace;
    }
  | {
      readonly kind: 'group';
      readonly label: string;
      readonly icon: string;
      readonly count: number;
      readonly open: boolean;
      readonly children: readonly ResultNode[];
    }
  | {
      readonly kind: 'value';
      readonly label: string;
      readonly value: ValueModel;
      readonly path: ValuePath;
      readonly destination?: Destination;
      /** Where the part goes; absent for what is not a part. */
      readonly destinations?: readonly Destination[];
      /** The part of the response that it came from. */
      readonly part?: number;
      /** What it is, in words. */
      readonly description?: string;
    }
  | { readonly kind: 'chunk'; readonly path: ValuePath; readonly from: number; readonly to: number }
);

/** Rows under a heading, open. */
export function group(session: string, label: string, icon: string, children: readonly ResultNode[]): ResultNode {
  return { kind: 'group', session, label, icon, count: children.length, open: true, children };
}
