import * as vscode from 'vscode';
import {
  type Conversion,
  type ConversionTokens,
  type Edit,
  type PossibleConversion,
  usualCounter,
} from '../../engine/index.ts';
import type { SampleFile } from '../../service/samplesService.ts';
import { conversionTitle, tokenLines } from '../../views/conversionLines.ts';
import { prefix } from '../commands.ts';
import { toRange, toTextEdit } from '../convert.ts';
import type { DefinitionFile } from '../definitions/definitionFile.ts';
import { readSampleFile } from '../samples/sampleFiles.ts';
import type { Services } from '../services.ts';

const conversionKind = vscode.CodeActionKind.RefactorRewrite.append('parserlens');

/** How many files are read to offer a conversion. */
const maxUnaskedFiles = 50;

/**
 * Refactorings that make a definition one of another type. Offered at its name and its type; and all over it to those who
 * ask, with the reason where it cannot become one. The user hears what would be lost, or be otherwise, before anything is written.
 */
export function conversionActions({ definitions, engine, runtime, log }: Services) {
  const conversionsOf = lastConversions((file, name, files) => {
    const { fileName, text } = file;
    const answer = engine.conversions.conversions({ text, fileName, name, files });
    answer.catch(error => log.error(error));
    return answer;
  });

  return {
    async provideCodeActions(
      document: vscode.TextDocument,
      range: vscode.Range,
      { only, triggerKind }: vscode.CodeActionContext,
      token: vscode.CancellationToken,
    ) {
      if (only && !only.contains(conversionKind)) return undefined;
      const file = await definitions.file(document.uri);
      if (!file || token.isCancellationRequested || file.written !== document.getText()) return undefined;
      const isAsked = triggerKind === vscode.CodeActionTriggerKind.Invoke;
      const definition = file.definitions.find(
        ({ span, nameSpan, typeSpan }) =>
          [nameSpan, typeSpan].some(head => document.positionAt(head.start).line === range.start.line) ||
          (isAsked && toRange(document, span).contains(range)),
      );
      if (!definition) return undefined;
      const references = await engine.structure.fileReferences(file.text, file.fileName);
      const paths = references.flatMap(({ kind: what, definition: name, path }) =>
        what === 'sample' && name === definition.name ? path : [],
      );
      if (token.isCancellationRequested || (!isAsked && paths.length > maxUnaskedFiles)) return undefined;
      const files: Record<string, SampleFile> = {};
      for (const path of paths) files[path] = await readSampleFile(document.uri, path, runtime);
      const conversions = await conversionsOf(file, definition.name, files);
      if (token.isCancellationRequested || file.written !== document.getText()) return undefined;
      return conversions.flatMap(conversion => actionOf(document, definition.name, conversion, isAsked) ?? []);
    },
    /** The command of an action that loses something. */
    convert: (request: ConversionRequest) => convertAsRequested(request, { definitions, engine }),
  };
}

/** A conversion that the user has to confirm. */
export interface ConversionRequest {
  readonly uri: vscode.Uri;
  readonly name: string;
  /** The text that it is a conversion of. */
  readonly text: string;
  readonly conversion: Conversion;
}

/** Tells what a conversion changes, and makes its edits when the user wants them. */
async function convertAsRequested(
  { uri, name, text, conversion }: ConversionRequest,
  { definitions, engine }: Pick<Services, 'definitions' | 'engine'>,
): Promise<void> {
  if ('refusal' in conversion) return;
  const file = await definitions.file(uri);
  const counter = usualCounter;
  const tokens = await engine.conversions.tokens({ text, fileName: file?.fileName ?? '', name, conversion, counter });
  if (!(await confirmConversion(name, conversion, tokens, counter))) return;
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.getText() !== text)
    throw new Error(vscode.l10n.t('The definition was changed meanwhile, and was not converted.'));
  await vscode.workspace.applyEdit(editOf(document, conversion.edits));
}

function editOf(document: vscode.TextDocument, edits: readonly Edit[]): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    document.uri,
    edits.map(each => toTextEdit(document, each)),
  );
  return edit;
}

type Files = Readonly<Record<string, SampleFile>>;
type Ask = (file: DefinitionFile, name: string, files: Files) => Promise<readonly Conversion[]>;

/** `ask` that remembers its last answer: the user who moves the cursor in a definition asks for it again and again. */
function lastConversions(ask: Ask): Ask {
  let last:
    | { readonly file: DefinitionFile; readonly name: string; readonly files: Files; readonly answer: ReturnType<Ask> }
    | undefined;
  return (file, name, files) => {
    const isSame = last && last.file.text === file.text && last.file.fileName === file.fileName && last.name === name;
    if (last && isSame && sameFiles(last.files, files)) return last.answer;
    const answer = ask(file, name, files);
    last = { file, name, files, answer };
    answer.catch(() => {
      if (last?.answer === answer) last = undefined;
    });
    return answer;
  };
}

function sameFiles(a: Files, b: Files): boolean {
  const textOf = (file: SampleFile | undefined) => (file && 'text' in file ? file.text : undefined);
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every(path => textOf(a[path]) === textOf(b[path]));
}

function actionOf(
  document: vscode.TextDocument,
  name: string,
  conversion: Conversion,
  isAsked: boolean,
): vscode.CodeAction | undefined {
  const action = new vscode.CodeAction(vscode.l10n.t('Convert to {0}', conversionTitle(conversion)), conversionKind);
  if ('refusal' in conversion) {
    action.disabled = { reason: conversion.refusal };
    return isAsked ? action : undefined;
  }
  if (conversion.losses.length === 0) {
    action.edit = editOf(document, conversion.edits);
    return action;
  }
  action.title = vscode.l10n.t('Convert to {0}…', conversionTitle(conversion));
  const request: ConversionRequest = { uri: document.uri, name, text: document.getText(), conversion };
  action.command = { title: action.title, command: `${prefix}.convertDefinition`, arguments: [request] };
  return action;
}

/** So many lines fit into a dialog. */
const mostLosses = 15;

/** Shows what a conversion loses, or makes otherwise, and what it does to tokens. True when the user wants it all the same. */
async function confirmConversion(
  name: string,
  conversion: PossibleConversion,
  tokens: ConversionTokens | undefined,
  counter: string,
): Promise<boolean> {
  const convert = vscode.l10n.t('Convert');
  const losses = conversion.losses.map(({ message }) => message);
  const more = losses.length - mostLosses;
  const lines = [
    ...losses.slice(0, mostLosses),
    ...(more > 0 ? [vscode.l10n.t('And {0} more, which parserlens convert lists', more)] : []),
    ...tokenLines(tokens, counter),
  ];
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t('Convert {0} to {1}?', name, conversionTitle(conversion)),
    { modal: true, detail: lines.map(line => `• ${line.replaceAll('`', '')}`).join('\n') },
    convert,
  );
  return chosen === convert;
}
