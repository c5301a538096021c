import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import { Keys } from './keys.tsx';
import popup from './popup.module.css';

export interface MenuAction {
  kind?: 'action';
  title: string;
  icon?: IconName;
  note?: string;
  keys?: string;
  /** A check mark; for things that are on or chosen. */
  isChecked?: boolean;
  isDanger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
}

export type MenuEntry = MenuAction | { kind: 'separator' } | { kind: 'title'; title: string };

interface MenuProps {
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom' | 'left' | 'right';
}

/** Things to do with something, in a list that opens. */
export function Menu({ trigger, entries, align = 'start', side = 'bottom' }: MenuProps): ReactNode {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={4} collisionPadding={8} className={popup.positioner}>
          <Base.Popup className={classNames(popup.popup, popup.list)}>
            {entries.map((entry, index) => (
              <MenuLine key={'title' in entry ? entry.title : index} entry={entry} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function MenuLine({ entry }: { entry: MenuEntry }): ReactNode {
  if (entry.kind === 'separator') return <Base.Separator className={popup.separator} />;
  if (entry.kind === 'title') return <div className={popup.groupTitle}>{entry.title}</div>;
  const icon: IconName | undefined = entry.isChecked === true ? 'check' : entry.icon;
  const content = (
    <>
      {icon !== undefined && <Icon name={icon} />}
      <span className={popup.itemText}>{entry.title}</span>
      {entry.keys === undefined ? <span className={popup.itemNote}>{entry.note}</span> : <Keys keys={entry.keys} />}
    </>
  );
  const props = {
    disabled: entry.disabled ?? false,
    className: classNames(popup.item, entry.isDanger === true && popup.itemDanger),
  };
  if (entry.isChecked === undefined)
    return (
      <Base.Item {...props} onClick={entry.onSelect}>
        {content}
      </Base.Item>
    );
  return (
    <Base.CheckboxItem {...props} checked={entry.isChecked} onCheckedChange={entry.onSelect} closeOnClick>
      {content}
    </Base.CheckboxItem>
  );
}
