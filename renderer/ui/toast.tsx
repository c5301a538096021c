import { Toast } from '@base-ui/react/toast';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './toast.module.css';

export interface ToastContent {
  title: string;
  description?: string;
  tone?: 'neutral' | 'success' | 'danger';
  /** E.g. an undo. The toast is gone after it. */
  action?: { title: string; run: () => void };
  /** How long it stays, 0 for as long as it is not closed. Longer with an action, longest for what went wrong. Unit: ms. */
  timeoutMs?: number;
  /** A toast with the same id takes the place of the former one. */
  id?: string;
}

const manager = Toast.createToastManager<ToastContent>();

/** Says what happened, from anywhere; returns the id for `closeToast`. */
export function showToast(content: ToastContent): string {
  const isDanger = content.tone === 'danger';
  return manager.add({
    title: content.title,
    description: content.description,
    data: content,
    timeout: content.timeoutMs ?? (isDanger ? 12_000 : content.action === undefined ? 5_000 : 10_000),
    priority: isDanger ? 'high' : 'low',
    ...(content.id === undefined ? {} : { id: content.id }),
  });
}

/** Where toasts appear; once, in the shell. Hovering holds them; F6 moves the focus there. */
export function Toasts(): ReactNode {
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className={styles.viewport}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList(): ReactNode {
  const { toasts, close } = Toast.useToastManager<ToastContent>();
  return toasts.map((toast) => {
    const { tone = 'neutral', action } = toast.data ?? {};
    // Left alone, toasts and their buttons are hidden from screen readers until they have the focus, which they can be given all the time.
    return (
      <Toast.Root key={toast.id} toast={toast} className={styles.toast} swipeDirection="right" aria-hidden={false}>
        <Toast.Content className={styles.content}>
          {tone !== 'neutral' && (
            <Icon name={tone === 'danger' ? 'alert' : 'check'} className={classNames(styles.icon, styles[tone])} />
          )}
          <div className={styles.text}>
            <Toast.Title className={styles.title} render={<div />} />
            {toast.description !== undefined && <Toast.Description className={styles.description} render={<div />} />}
          </div>
          {action !== undefined && (
            <Button
              size="small"
              onClick={() => {
                close(toast.id);
                action.run();
              }}
            >
              {action.title}
            </Button>
          )}
          <Toast.Close aria-hidden={false} render={<IconButton icon="close" label="Dismiss" size="small" />} />
        </Toast.Content>
      </Toast.Root>
    );
  });
}
