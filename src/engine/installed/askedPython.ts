import type { Host, ModuleError, ModuleJob, ModuleOutcome } from '../core/host.ts';
import { fromPlain, isPyDict } from '../core/pyValue.ts';
import { sourceModule } from '../modules/index.ts';
import type { AskedFramework } from '../parsers/askedFramework.ts';

/** What was found. */
export interface FoundFramework {
  readonly ok: true;
  readonly framework: string;
  /** Of what pip installs, the framework first; `null`: there is no metadata of it. */
  readonly versions: readonly (readonly [distribution: string, version: string | null])[];
  readonly python: string;
  readonly interpreter: string;
}

/** Why nothing was compared. `kind`: there is no such framework in Python; modules may not run; it is not installed; it does not make this. */
export interface NotAsked {
  readonly ok: false;
  readonly kind: 'none' | 'untrusted' | 'missing' | 'refused';
  readonly reason: string;
}

/** What one call may take, in milliseconds; what is imported first has longer. */
const limitMs = 5000;

/** Python of ours that imports a framework, as it runs beside a file with the Python that is installed for it. */
export class AskedPython {
  readonly #about: AskedFramework;
  readonly #job: Pick<ModuleJob, 'module' | 'file' | 'source'>;
  readonly #host: Host;

  /** `file`: the path of the definition or conversation, by which the Python is found. */
  constructor(about: AskedFramework, source: string, file: string, host: Host) {
    this.#about = about;
    this.#job = { module: sourceModule, file, source: `${source}${versionsSource}` };
    this.#host = host;
  }

  /** What is installed, after the source ran; or why it cannot run. */
  async versions(): Promise<FoundFramework | NotAsked> {
    const { name, distributions } = this.#about;
    const job = { ...this.#job, export: 'parserlens_versions', args: [distributions] };
    const outcome = await this.#host.runModule?.(job, limitMs);
    if (!outcome) {
      const reason = this.#host.runModule
        ? 'Python runs only in a trusted workspace.'
        : 'Python needs a process of its own, which there is not in a browser.';
      return { ok: false, kind: 'untrusted', reason };
    }
    if (!outcome.ok) return unmade(name, distributions[0]!, outcome.error);
    const found = fromPlain(outcome.value);
    const at = (key: string) => (isPyDict(found) ? found.get(key) : undefined);
    const version = (key: string): readonly [string, string | null] => {
      const text = at(key);
      return [key, typeof text === 'string' ? text : null];
    };
    return {
      ok: true,
      framework: name,
      versions: distributions.map(version),
      python: String(at('python')),
      interpreter: String(at('interpreter')),
    };
  }

  /** The outcomes of calls, each of the same export; `undefined`: nothing may run. */
  async callAll(
    name: string,
    calls: readonly Pick<ModuleJob, 'args' | 'definition' | 'context'>[],
  ): Promise<readonly ModuleOutcome[] | undefined> {
    const jobs = calls.map((call): ModuleJob => ({ ...this.#job, export: name, ...call }));
    if (this.#host.runModules) return this.#host.runModules(jobs, limitMs);
    const outcomes: ModuleOutcome[] = [];
    for (const job of jobs) {
      const outcome = await this.#host.runModule?.(job, limitMs);
      if (!outcome) return undefined;
      outcomes.push(outcome);
    }
    return outcomes;
  }
}

/** Tells the versions of what is installed, after everything was imported. */
const versionsSource = `

def parserlens_versions(names):
    import platform
    import sys
    from importlib import metadata

    found = {"python": platform.python_version(), "interpreter": sys.executable}
    for name in names:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = None
    return found
`;

function unmade(name: string, distribution: string, { class: className, message }: ModuleError): NotAsked {
  if (className === 'ModuleNotTrusted') return { ok: false, kind: 'untrusted', reason: message };
  const isMissing = /^(ModuleNotFoundError|ImportError)$/.test(className);
  const reason = isMissing
    ? `${name} cannot be imported: ${message}. Needed is \`${distribution}\`, with all that it imports, in that environment; ParserLens installs nothing.`
    : `${name} does not make this. ${className}: ${message}`;
  return { ok: false, kind: isMissing || /^Python/.test(className) ? 'missing' : 'refused', reason };
}
