import { useState, type ReactNode } from 'react';
import type { Setting } from '../../../main/contract/settings.ts';
import { desktopBridge } from '../../rpc-client/desktop-bridge.ts';
import { useAction } from '../../rpc-client/use-action.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { lockReason, settingTitle } from './setting-groups.ts';
import styles from './setting-field.module.css';

interface SettingFieldProps {
  setting: Setting;
  children?: ReactNode;
}

type Value = Setting['value'];

/** One setting: what it means, its value, where that comes from. */
export function SettingField({ setting, children }: SettingFieldProps): ReactNode {
  const { run, isRunning, error, reset } = useAction('settings.set', {
    invalidates: ['settings.get', 'hub.status'],
    showsError: true,
  });
  const { name, description, origin, originName, needsRestart } = setting;
  const locked = lockReason(setting);
  const save = (value: Value): void => void run({ name, value });
  return (
    <section className={styles.setting} aria-label={settingTitle(name)}>
      <div className={styles.head}>
        <h3>{settingTitle(name)}</h3>
        {origin === 'file' && <Badge title={originName ?? ''}>changed</Badge>}
        {needsRestart && locked === null && <Badge>takes effect at the next start</Badge>}
      </div>
      <p className={styles.description}>{description}</p>
      <div className={styles.control}>
        <Control
          key={String(setting.value)}
          setting={setting}
          disabled={locked !== null}
          isBusy={isRunning}
          save={save}
          reset={reset}
        />
        {origin === 'file' && (
          <IconButton icon="history" label={`Return ${settingTitle(name)} to its default`} onClick={() => save(null)} />
        )}
      </div>
      {error !== null && (
        <p className={styles.error} role="alert">
          {error.message}
        </p>
      )}
      {locked !== null && (
        <p className={styles.locked}>
          <Icon name="info" size={14} />
          <span>{locked}</span>
        </p>
      )}
      {children}
    </section>
  );
}

interface ControlProps {
  setting: Setting;
  disabled: boolean;
  isBusy: boolean;
  save: (value: Value) => void;
  reset: () => void;
}

function Control({ setting, disabled, isBusy, save, reset }: ControlProps): ReactNode {
  const { name, kind, value, choices, defaultValue } = setting;
  const title = settingTitle(name);
  const [text, setText] = useState(value === null ? '' : String(value));
  if (kind === 'boolean')
    return <Switch label={value === true ? 'On' : 'Off'} checked={value === true} disabled={disabled} onCheckedChange={save} />;
  if (kind === 'choice')
    return (
      <Select
        label={title}
        hidesLabel
        value={String(value)}
        disabled={disabled}
        options={choices.map((choice) => ({
          value: choice,
          title: choice,
          ...(choice === defaultValue ? { note: 'default' } : {}),
        }))}
        onValueChange={save}
      />
    );
  if (disabled) return <code className={styles.fixed}>{value === null ? 'not set' : String(value)}</code>;
  const typed = text.trim();
  const isChanged = typed !== (value === null ? '' : String(value));
  const bridge = name === 'model' ? desktopBridge() : null;
  const submit = (): void => {
    if (typed === '') save(null);
    else save(kind === 'number' && Number.isFinite(Number(typed)) ? Number(typed) : typed);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) submit();
      }}
    >
      <TextField
        label={title}
        hidesLabel
        value={text}
        inputMode={kind === 'number' ? 'numeric' : undefined}
        placeholder={defaultValue === null ? 'Not set' : String(defaultValue)}
        className={kind === 'number' ? styles.short : styles.wide}
        onValueChange={(next) => {
          setText(next);
          reset();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setText(value === null ? '' : String(value));
        }}
      />
      {bridge !== null && (
        <Button
          icon="folder"
          onClick={async () => {
            const picked = await bridge.pickFolder();
            if (picked !== null) save(picked);
          }}
        >
          Choose…
        </Button>
      )}
      {isChanged && (
        <Button type="submit" isBusy={isBusy}>
          Save
        </Button>
      )}
    </form>
  );
}
