import * as vscode from 'vscode';
import type { ModulePlace, Span } from '../../engine/index.ts';
import type { ErrorModel } from '../../views/errorModel.ts';
import type { PartModel, ResponseModel } from '../../views/responseModel.ts';
import { type Destination, destinations } from '../../views/splitModel.ts';
import type { ValueModel, ValuePath } from '../../views/valueModel.ts';
import { destinationTitle } from './destinationWords.ts';

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
  | { readonly kind: 'feedback'; readonly hasFeedback: boolean }
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

/** The rows of the value: its splits, or itself, its parts, and what the result says beside it. */
export function valueNodes(session: string, model: ResponseModel): ResultNode[] {
  const nodes: ResultNode[] = [];
  if (model.splits)
    for (const destination of destinations) {
      const split = model.splits[destination];
      const label = destinationTitle(destination);
      nodes.push(
        'error' in split
          ? { kind: 'error', session, label, error: split.error, destination }
          : { kind: 'value', session, label, value: split, path: [destination], destination },
      );
    }
  else if (model.value)
    nodes.push({ kind: 'value', session, label: vscode.l10n.t('Value'), value: model.value, path: ['value'] });
  if (model.partCount > 0) nodes.push(partsNode(session, model));
  const beside = model.extra.map(
    ({ key, description, value, path }): ResultNode => ({
      kind: 'value',
      session,
      label: key,
      value: inWords(value),
      path,
      ...(description !== undefined && { description }),
    }),
  );
  if (beside.length > 0) nodes.push(group(session, vscode.l10n.t('More About the Answer'), 'info', beside));
  return nodes;
}

/** Yes or no, also for each of several: what stands in the view; the document of the value has it as it is. */
function inWords<T extends { readonly short: string; readonly long: string }>(value: T): T {
  if (!/^\[?(?:true|false)(?:, (?:true|false))*\]?$/.test(value.long)) return value;
  const word = (text: string) => (text === 'true' ? vscode.l10n.t('yes') : vscode.l10n.t('no'));
  const words = (text: string) => text.replace(/[[\]]/g, '').replace(/true|false/g, word);
  return { ...value, short: words(value.short), long: words(value.long) };
}

function partsNode(session: string, { parts, partCount }: ResponseModel): ResultNode {
  const children: ResultNode[] = parts.map((part, index) => partNode(session, part, index));
  if (partCount > parts.length) {
    const label = vscode.l10n.t('{0} more parts', partCount - parts.length);
    const description = vscode.l10n.t('Only the first {0} are tinted and listed; the value has all', parts.length);
    children.push({ kind: 'note', session, label, description, icon: 'ellipsis' });
  }
  return {
    kind: 'group',
    session,
    label: vscode.l10n.t('Parts'),
    icon: 'list-tree',
    count: partCount,
    open: true,
    children,
  };
}

function partNode(session: string, { key, value, destinations: goesTo }: PartModel, part: number): ResultNode {
  return {
    kind: 'value',
    session,
    label: key,
    value,
    path: ['parts', part],
    part,
    ...(goesTo && { destinations: goesTo }),
  };
}
