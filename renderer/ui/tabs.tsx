import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { formatNumber } from './format.ts';
import styles from './tabs.module.css';

export interface TabDescription<Value extends string> {
  value: Value;
  title: string;
  count?: number | null;
}

interface TabsProps<Value extends string> {
  label: string;
  value: Value;
  tabs: readonly TabDescription<Value>[];
  onValueChange: (value: Value) => void;
  /** Content of the tab that is chosen. */
  children?: ReactNode;
  className?: string | undefined;
}

/** Views of the same thing, one at a time; arrow keys move between them. */
export function Tabs<Value extends string>({
  label,
  value,
  tabs,
  onValueChange,
  children,
  className,
}: TabsProps<Value>): ReactNode {
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onValueChange(next)} className={className}>
      <Base.List aria-label={label} className={styles.list} activateOnFocus>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={styles.tab}>
            {tab.title}
            {tab.count !== undefined && tab.count !== null && <span className={styles.count}>{formatNumber(tab.count)}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={value} className={styles.panel} tabIndex={-1}>
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
