import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ModelChoice, ModelState, PromptView } from '../../protocol/modelProtocol.ts';

interface Props {
  readonly state: ModelState;
  /** The arguments that the template asks for. */
  readonly args: PromptView['args'];
  readonly onChoose: (choice: ModelChoice) => void;
}

/** What is rendered: the conversation, the template, tools, the generation prompt, and the template's arguments. */
export function ModelControls({ state, args, onChoose }: Props): JSX.Element {
  const { choice, conversations, prompt } = state;
  const isPrompt = choice.tab === 'prompt';
  const builtIn = conversations.filter(({ isFile }) => !isFile);
  const files = conversations.filter(({ isFile }) => isFile);
  const usual = isPrompt ? (builtIn.at(-1)?.value ?? '') : '';
  const isOwn = files.some(({ value }) => value === choice.conversation);
  const chooseConversation = (value: string) => {
    const { conversation: _, ...rest } = choice;
    onChoose(value === usual ? rest : { ...rest, conversation: value });
  };
  return (
    <form class="controls" onSubmit={event => event.preventDefault()}>
      <label>
        <span>{l10n.t('Conversation')}</span>
        <select
          value={isPrompt || isOwn ? (choice.conversation ?? usual) : ''}
          onChange={event => chooseConversation(event.currentTarget.value)}
        >
          {isPrompt ? (
            <optgroup label={l10n.t('Built in')}>
              {builtIn.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </optgroup>
          ) : (
            <option value="">{l10n.t('Built in')}</option>
          )}
          {files.length > 0 && (
            <optgroup label={l10n.t('Files')}>
              {files.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
      {prompt && prompt.templates.length > 1 && (
        <label>
          <span>{l10n.t('Chat template')}</span>
          <select
            value={prompt.template}
            onChange={event => onChoose({ ...choice, template: event.currentTarget.value })}
          >
            {prompt.templates.map(name => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {args.map(({ name, values }) => (
        <Argument key={name} name={name} values={values} choice={choice} onChoose={onChoose} />
      ))}
      <OtherArguments names={args.map(({ name }) => name)} choice={choice} onChoose={onChoose} />
      {isPrompt && (
        <div class="switches">
          <Switch label={l10n.t('Tools')} on={choice.tools} onSwitch={tools => onChoose({ ...choice, tools })} />
          <Switch
            label={l10n.t('Generation prompt')}
            on={choice.generationPrompt}
            onSwitch={generationPrompt => onChoose({ ...choice, generationPrompt })}
          />
        </div>
      )}
    </form>
  );
}

function Switch(props: {
  readonly label: string;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
}): JSX.Element {
  const { label, on, onSwitch } = props;
  return (
    <label class="switch">
      <input type="checkbox" checked={on} onChange={event => onSwitch(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

/** One argument of the template: absent, yes, no, or a value that the template compares it with. */
function Argument(props: {
  readonly name: string;
  readonly values: readonly string[];
  readonly choice: ModelChoice;
  readonly onChoose: (choice: ModelChoice) => void;
}): JSX.Element {
  const { name, values, choice, onChoose } = props;
  const written = Object.hasOwn(choice.args, name) ? JSON.stringify(choice.args[name]) : '';
  const all = [...new Set(['true', 'false', ...values, ...(written === '' ? [] : [written])])];
  const choose = (value: string) => {
    const { [name]: _, ...others } = choice.args;
    onChoose({ ...choice, args: value === '' ? others : { ...others, [name]: JSON.parse(value) } });
  };
  return (
    <label>
      <span class="code">{name}</span>
      <select value={written} onChange={event => choose(event.currentTarget.value)}>
        <option value="">{l10n.t('not given')}</option>
        {all.map(value => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Arguments that the template does not ask for in so many words. */
function OtherArguments(props: {
  readonly names: readonly string[];
  readonly choice: ModelChoice;
  readonly onChoose: (choice: ModelChoice) => void;
}): JSX.Element {
  const { names, choice, onChoose } = props;
  const others = Object.entries(choice.args).filter(([name]) => !names.includes(name));
  const written = others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others));
  const [text, setText] = useState(written);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => setText(written), [written]);
  const change = (value: string) => {
    const own = objectOf(value);
    setText(value);
    setWrong(own === undefined);
    if (!own) return;
    const kept = Object.fromEntries(Object.entries(choice.args).filter(([name]) => names.includes(name)));
    onChoose({ ...choice, args: { ...kept, ...own } });
  };
  return (
    <label>
      <span>{l10n.t('Other arguments')}</span>
      <input
        type="text"
        spellcheck={false}
        placeholder='{"date": "2026-01-02"}'
        value={text}
        aria-invalid={isWrong}
        title={isWrong ? l10n.t('This is not a JSON object.') : ''}
        onChange={event => change(event.currentTarget.value)}
      />
      {isWrong && (
        <span class="wrong" role="alert">
          {l10n.t('This is not a JSON object.')}
        </span>
      )}
    </label>
  );
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
