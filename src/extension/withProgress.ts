import * as vscode from 'vscode';

/** How long the user waits without a word, in milliseconds. */
const silence = 300;

/**
 * Waits for something, and for what takes longer than a moment shows progress with a button that calls `cancel`. Rejects
 * as `running` does, after that button with a `CancellationError`.
 */
export async function withProgress<T>(title: string, running: Promise<T>, cancel: () => void): Promise<T> {
  let cancelled = false;
  const timer = setTimeout(() => {
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (_, token) => {
        token.onCancellationRequested(() => {
          cancelled = true;
          cancel();
        });
        return running.then(
          () => undefined,
          () => undefined,
        );
      },
    );
  }, silence);
  try {
    return await running;
  } catch (error) {
    throw cancelled ? new vscode.CancellationError() : error;
  } finally {
    clearTimeout(timer);
  }
}
