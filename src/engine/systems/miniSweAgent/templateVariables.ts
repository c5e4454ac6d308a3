import { isPyDict, type PyDict, PyFloat, type PyValue } from '../../core/pyValue.ts';
import { agentConfig, environmentConfig, modelConfig } from './configClasses.ts';
import { mergeConfigs } from './mergeConfigs.ts';
import { type ModelClass, sectionOf } from './modelClass.ts';

/** What surrounds a run: the host's name, its environment variables, and the keywords of `run`. */
export interface Surroundings {
  readonly uname: PyValue;
  readonly environ: PyValue;
  readonly variables: PyValue;
}

/** A host for previews. */
const sampleUname: PyDict = new Map([
  ['system', 'Linux'],
  ['node', 'host'],
  ['release', '6.1.0'],
  ['version', '#1 SMP'],
  ['machine', 'x86_64'],
]);

/** mini-swe-agent's `get_template_vars` at the start of a run. Raises `ValidationError` for a configuration that is refused. */
export function templateVariables(config: PyDict, modelClass: ModelClass, surroundings: Surroundings): PyDict {
  const environment = environmentConfig(sectionOf(config, 'environment'));
  return mergeConfigs([
    agentConfig(sectionOf(config, 'agent')),
    environment.config,
    environment.seesUname ? dictOf(surroundings.uname, sampleUname) : null,
    environment.seesEnviron ? dictOf(surroundings.environ, new Map()) : null,
    modelConfig(sectionOf(config, 'model'), modelClass),
    new Map<string, PyValue>([
      ['n_model_calls', 0],
      ['model_cost', new PyFloat(0)],
      ['elapsed_seconds', 0],
    ]),
    dictOf(surroundings.variables, new Map()),
  ]);
}

function dictOf(value: PyValue, fallback: PyDict): PyDict {
  return isPyDict(value) ? value : fallback;
}
