import * as vscode from 'vscode';
import { causeName, type DiagnosisModel } from '../../views/diagnosisModel.ts';
import { isNotRun, type ResponseModel, raisingSplits } from '../../views/responseModel.ts';
import { pageSize } from '../../views/valueTree.ts';
import { causeAt, certainty, partlyText } from '../diagnosis/repairWords.ts';
import type { ResponseSession } from './responseSession.ts';
import { group, type ResultNode, type Verdict, valueNodes } from './resultNode.ts';

/** The rows of the first level. */
export function rootNodes(response: ResponseSession, diagnosis?: DiagnosisModel): ResultNode[] {
  const { id, state, definition } = response;
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
    ...suspicionNodes(id, model),
    ...repairNodes(response, diagnosis),
    ...valueNodes(id, model),
    ...noteNodes(id, model),
  ];
}

function verdictOf(model: ResponseModel): Verdict {
  if (isNotRun(model)) return 'notRun';
  if (model.error) return 'failed';
  if (raisingSplits(model).length > 0 || model.suspicions.length > 0) return 'warned';
  return model.strays.length > 0 ? 'strayed' : 'parsed';
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

function suspicionNodes(session: string, { suspicions }: ResponseModel): ResultNode[] {
  return suspicions.map(({ code, message, span }) => ({
    kind: 'note',
    session,
    icon: 'warning',
    label: causeName(code),
    description: message,
    ...(span && { span }),
  }));
}

function errorNodes(session: string, { error, hasFeedback }: ResponseModel): ResultNode[] {
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
  if (hasFeedback !== undefined) nodes.push({ kind: 'feedback', session, hasFeedback });
  return nodes;
}

/** The causes, with the line of the document, the repairs, and where it ends when none of them is enough. */
function repairNodes({ id, document, span }: ResponseSession, diagnosis: DiagnosisModel | undefined): ResultNode[] {
  const candidates = diagnosis?.candidates ?? [];
  const causes = (diagnosis?.causes ?? []).map((cause): ResultNode => {
    const name = causeAt(cause, document && document.positionAt(span.start + cause.span.start).line + 1);
    return {
      kind: 'cause',
      session: id,
      code: cause.code,
      label: cause.count > 1 ? `${name} (×${cause.count})` : name,
      description: diagnosis?.hasNoRepair
        ? `${cause.summary} ${vscode.l10n.t('It has no repair: this format cannot write it otherwise.')}`
        : cause.summary,
      span: cause.span,
    };
  });
  const repairs = candidates.map(
    (candidate, index): ResultNode => ({
      kind: 'repair',
      session: id,
      index,
      label: vscode.l10n.t('Repair ({0})', certainty(candidate)),
      description: candidate.value.long,
    }),
  );
  const { partly } = diagnosis ?? {};
  const partial: ResultNode[] = partly
    ? [
        {
          kind: 'note',
          session: id,
          icon: 'tools',
          label: vscode.l10n.t('Partly mended'),
          description: partlyText(partly),
        },
      ]
    : [];
  return [...causes, ...repairs, ...partial];
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
    model.warnings.map(label => ({
      kind: 'note',
      session,
      icon: 'warning',
      label,
      ...(model.fallback?.tokens !== undefined && { description: vscode.l10n.t('{0} tokens', model.fallback.tokens) }),
    })),
  );
  return nodes;
}
