import * as vscode from 'vscode';
import { getSetting } from '../settings.ts';

/** Tells of files that changed: at once after a pause; while changes follow each other, once per `preview.delay`. */
export class PacedChanges implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #pending = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #fired = new Map<string, number>();

  readonly event: vscode.Event<vscode.Uri> = this.#changed.event;

  fireSoon(uri: vscode.Uri): void {
    const key = uri.toString();
    if (this.#pending.has(key)) return;
    const fire = () => {
      this.#pending.delete(key);
      this.#fired.set(key, Date.now());
      this.#changed.fire(uri);
    };
    const wait = (this.#fired.get(key) ?? 0) + getSetting('preview.delay') - Date.now();
    this.#pending.set(key, setTimeout(fire, Math.max(0, wait)));
  }

  dispose(): void {
    for (const timer of this.#pending.values()) clearTimeout(timer);
    this.#changed.dispose();
  }
}
