import * as vscode from 'vscode';
import type { ModulePlace, Span } from '../../engine/index.ts';
import { causeName, type DiagnosisModel } from '../../views/diagnosisModel.ts';
import {
  type Destination,
  destinations,
  type ErrorModel,
  isNotRun,
  type PartModel,
  type ResponseModel,
  raisingSplits,
  type ValueModel,
} from '../../views/responseModel.ts';
import type { ValuePath } from '../../views/valuePath.ts';
import { pageSize } from '../../views/valueTree.ts';
import { certainty } from '../diagnosis/repairWords.ts';
import { destinationTitle } from './destinationWords.ts';
import type { ResponseSession } from './responseSession.ts';

/** What became of a response. `warned`: it parsed, and a filter raises; `notRun`: its module waits for the trust of the workspace. */
export type Verdict = 'parsing' | 'parsed' | 'warned' | 'failed' | 'notRun';

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

/** The rows of the first level. */
export function rootNodes({ id, state, definition }: ResponseSession, diagnosis?: DiagnosisModel): ResultNode[] {
  if (state.kind === 'parsing')
    return [
      {
        kind: 'status',
        session: id,
        verdict: 'parsing',
        label: definition.name,
        description: vscode.l10n.t('Parsing…'),
      },
    ];
  if (state.kind === 'failed')
    return [{ kind: 'status', session: id, verdict: 'failed', label: definition.name, description: state.message }];
  const { model } = state;
  const status: ResultNode = {
    kind: 'status',
    session: id,
    verdict: verdictOf(model),
    label: model.name,
    description: isNotRun(model) ? vscode.l10n.t('not run: this workspace is not trusted') : model.type,
  };
  if (isNotRun(model)) return [status];
  return [
    status,
    ...errorNodes(id, model),
    ...repairNodes(id, diagnosis),
    ...valueNodes(id, model),
    ...noteNodes(id, model),
  ];
}

function verdictOf(model: ResponseModel): Verdict {
  if (isNotRun(model)) return 'notRun';
  if (model.error) return 'failed';
  return raisingSplits(model).length > 0 ? 'warned' : 'parsed';
}

/** Cuts a range of items into at most a page of ranges; `undefined` when it fits on one page itself. */
export function chunks(from: number, to: number): { readonly from: number; readonly to: number }[] | undefined {
  if (to - from <= pageSize) return undefined;
  let size = pageSize;
  while (size * pageSize < to - from) size *= pageSize;
  const count = Math.ceil((to - from) / size);
  return Array.from({ length: count }, (_, index) => ({
    from: from + index * size,
    to: Math.min(to, from + (index + 1) * size),
  }));
}

function errorNodes(session: string, { error, told }: ResponseModel): ResultNode[] {
  const nodes: ResultNode[] = [];
  if (error) {
    const { span, details, place, stack } = error;
    nodes.push({ kind: 'error', session, label: error.class, error, ...(span && { span }) });
    const children = details.map(
      ({ place, message, type }): ResultNode => ({
        kind: 'note',
        session,
        icon: 'error',
        label: place || vscode.l10n.t('the value'),
        description: `${message} [${type}]`,
      }),
    );
    if (children.length > 0) nodes.push(group(session, vscode.l10n.t('Validation Errors'), 'checklist', children));
    if (place) {
      const label = `${place.file}:${place.line}:${place.column}`;
      nodes.push({ kind: 'note', session, icon: 'go-to-file', label, place });
    }
    const frames = stack.map((label): ResultNode => ({ kind: 'note', session, icon: 'debug-stackframe', label }));
    if (frames.length > 0) nodes.push(group(session, vscode.l10n.t('Stack'), 'debug-stackframe', frames));
  }
  if (told !== undefined) nodes.push({ kind: 'feedback', session, told });
  return nodes;
}

/** The causes of the likeliest repair, and the repairs. */
function repairNodes(session: string, diagnosis: DiagnosisModel | undefined): ResultNode[] {
  const candidates = diagnosis?.candidates ?? [];
  const causes = (candidates[0]?.causes ?? []).map(({ code, summary, span, count, after }): ResultNode => {
    const name = after === undefined ? causeName(code) : vscode.l10n.t('{0} after {1}', causeName(code), after);
    return {
      kind: 'cause',
      session,
      code,
      label: count > 1 ? `${name} (×${count})` : name,
      description: summary,
      span,
    };
  });
  const repairs = candidates.map(
    (candidate, index): ResultNode => ({
      kind: 'repair',
      session,
      index,
      label: vscode.l10n.t('Repair ({0})', certainty(candidate)),
      description: candidate.value.long,
    }),
  );
  return [...causes, ...repairs];
}

function group(session: string, label: string, icon: string, children: readonly ResultNode[]): ResultNode {
  return { kind: 'group', session, label, icon, count: children.length, open: true, children };
}

function valueNodes(session: string, model: ResponseModel): ResultNode[] {
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

/** Yes or no, also for each of several: what is shown in the view; the document of the value has it as it is. */
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

function noteNodes(session: string, model: ResponseModel): ResultNode[] {
  const nodes: ResultNode[] = [];
  if (model.tools?.nothing)
    nodes.push({
      kind: 'note',
      session,
      icon: 'question',
      label: vscode.l10n.t('Nothing recognised'),
      description: vscode.l10n.t('The response calls no tool of this definition'),
    });
  if (model.tools?.failed)
    nodes.push({
      kind: 'note',
      session,
      icon: 'warning',
      label: vscode.l10n.t('Tool error'),
      description: vscode.l10n.t('The response has what looks like a tool call, but no tool that can be used'),
    });
  if (model.unescaped)
    nodes.push({
      kind: 'note',
      session,
      icon: 'quote',
      label: vscode.l10n.t('Unescaped'),
      description: vscode.l10n.t('The selection is inside a JSON string; its escapes were undone first'),
    });
  if (model.binary)
    nodes.push({
      kind: 'note',
      session,
      icon: 'warning',
      label: vscode.l10n.t('Contains NUL characters'),
      description: vscode.l10n.t('Is this a binary file?'),
    });
  const addGroup = (label: string, icon: string, children: readonly ResultNode[]) => {
    if (children.length > 0) nodes.push(group(session, label, icon, children));
  };
  addGroup(
    vscode.l10n.t('Repairs'),
    'wrench',
    model.repairs.map(({ name, span, text }) => ({
      kind: 'note',
      session,
      icon: 'wrench',
      label: name,
      description: text.replaceAll('\n', '↵'),
      span,
    })),
  );
  addGroup(
    vscode.l10n.t('Warnings'),
    'warning',
    model.warnings.map(label => ({ kind: 'note', session, icon: 'warning', label })),
  );
  return nodes;
}
