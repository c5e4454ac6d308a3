import * as vscode from 'vscode';

/** The answer of the user who wants the step before. */
export const back = Symbol('back');

/** A step of a command that asks several things. */
export interface Step {
  readonly title: string;
  /** From 1, and how many there are; absent where nobody can say. */
  readonly number?: readonly [step: number, of: number];
  /** Whether there is a step before, to which a button leads, and VS Code's key for it. */
  readonly back?: boolean;
  /** Whether the question stays when the user looks elsewhere. */
  readonly stays?: boolean;
}

/** Asks for a text. `undefined`: the user wants none. */
export function askText(
  step: Step & {
    readonly prompt: string;
    readonly value: string;
    /** Why a text is refused. */
    readonly check: (value: string) => string | undefined | Promise<string | undefined>;
  },
): Promise<string | typeof back | undefined> {
  const box = vscode.window.createInputBox();
  box.prompt = step.prompt;
  box.value = step.value;
  let lastQuestion = 0;
  box.onDidChangeValue(async value => {
    const question = ++lastQuestion;
    const message = await step.check(value);
    if (question === lastQuestion) box.validationMessage = message;
  });
  return answered(box, step, async () => {
    const { value } = box;
    box.validationMessage = await step.check(value);
    return box.validationMessage === undefined ? value : undefined;
  });
}

/** Lets the user pick one of some items. `undefined`: they want none. */
export function pickOne<T extends vscode.QuickPickItem>(
  items: readonly T[],
  step: Step & {
    readonly placeholder: string;
    /** Whether a text that is typed may be found in what stands below the labels. */
    readonly matchOnDetail?: boolean;
    /** Why an item cannot be picked. */
    readonly refuse?: (item: T) => string | undefined;
  },
): Promise<T | typeof back | undefined> {
  const list = vscode.window.createQuickPick<T>();
  list.placeholder = step.placeholder;
  list.matchOnDescription = true;
  list.matchOnDetail = step.matchOnDetail === true;
  list.items = items;
  return answered(list, step, async () => {
    const [item] = list.selectedItems;
    const refusal = item && step.refuse?.(item);
    if (refusal !== undefined) list.placeholder = refusal;
    return refusal === undefined ? item : undefined;
  });
}

/** Shows a question and waits. `accepted`: the answer when Enter is pressed, if it is one. */
function answered<T>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  { title, number, back: isSecond, stays }: Step,
  accepted: () => Promise<T | undefined>,
): Promise<T | typeof back | undefined> {
  input.title = title;
  input.step = number?.[0];
  input.totalSteps = number?.[1];
  input.ignoreFocusOut = stays === true;
  if (isSecond) input.buttons = [vscode.QuickInputButtons.Back];
  return new Promise(resolve => {
    input.onDidAccept(async () => {
      const answer = await accepted();
      if (answer === undefined) return;
      resolve(answer);
      input.hide();
    });
    input.onDidTriggerButton(() => {
      resolve(back);
      input.hide();
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}
