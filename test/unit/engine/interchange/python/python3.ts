import { execFileSync, spawnSync } from 'node:child_process';

/** Whether the machine has Python, and whether that has Pydantic 2. */
export const python3: 'none' | 'python' | 'pydantic' = find();

function find(): 'none' | 'python' | 'pydantic' {
  if (spawnSync('python3', ['-c', 'pass'], { timeout: 20_000 }).status !== 0) return 'none';
  const check = 'import pydantic, sys; sys.exit(0 if pydantic.VERSION.startswith("2.") else 1)';
  return spawnSync('python3', ['-c', check], { timeout: 20_000 }).status === 0 ? 'pydantic' : 'python';
}

/** What a script prints. */
export function runPython(script: string): string {
  const env = { ...process.env, PYTHONIOENCODING: 'utf-8:surrogatepass', PYTHONWARNINGS: 'ignore' };
  return execFileSync('python3', ['-'], { input: script, env, timeout: 60_000, maxBuffer: 1 << 28 }).toString('utf8');
}

/**
 * Modules that stand in for AgentScope and Langroid: a parser keeps its arguments, an agent its tools. Texts of Python are
 * run in `run(source)`, which gives their names.
 */
export const standIns = `
import sys, types, warnings
from typing import ClassVar
from pydantic import BaseModel, ConfigDict
warnings.simplefilter('ignore')
parsers = types.ModuleType('agentscope.parsers')
class Call:
    def __init__(self, *args, **kwargs):
        self.args, self.kwargs = args, kwargs
for name in 'MarkdownCodeBlockParser MarkdownJsonObjectParser MarkdownJsonDictParser MultiTaggedContentParser RegexTaggedContentParser TaggedContent'.split():
    setattr(parsers, name, type(name, (Call,), {}))
class ToolMessage(BaseModel):
    request: str
    purpose: str
    id: str = ''
    model_config = ConfigDict(extra='allow', json_schema_extra={'exclude': ['purpose', 'id']})
    @classmethod
    def name(cls): return cls.model_fields['request'].default
    @classmethod
    def examples(cls): return []
class XMLToolMessage(ToolMessage): pass
class ChatAgentConfig(Call): pass
class ChatAgent(Call):
    def enable_message(self, message, **flags):
        for one in message if isinstance(message, list) else [message]:
            self.__dict__.setdefault('tools', []).append((one, flags))
for name, members in {
    'agentscope': {}, 'agentscope.parsers': vars(parsers), 'langroid': {}, 'langroid.agent': {},
    'langroid.agent.tool_message': {'ToolMessage': ToolMessage},
    'langroid.agent.xml_tool_message': {'XMLToolMessage': XMLToolMessage},
    'langroid.agent.chat_agent': {'ChatAgent': ChatAgent, 'ChatAgentConfig': ChatAgentConfig},
}.items():
    module = types.ModuleType(name)
    module.__dict__.update({key: value for key, value in members.items() if not key.startswith('__')})
    sys.modules[name] = module
def run(source):
    module = types.ModuleType('exported_%d' % id(source))
    sys.modules[module.__name__] = module
    exec(compile(source, module.__name__, 'exec'), module.__dict__)
    return module.__dict__
`;
