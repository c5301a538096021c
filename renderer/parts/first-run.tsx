import type { ReactNode } from 'react';
import { desktopBridge } from '../rpc-client/desktop-bridge.ts';
import { useCall } from '../rpc-client/use-call.ts';
import { navigate } from '../router/use-route.ts';
import { useAddRequest, type AddRequest } from '../state/add-request.ts';
import { Button } from '../ui/button.tsx';
import { plural } from '../ui/format.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import styles from './first-run.module.css';
import { ModelNotice } from './model-notice.tsx';
import { useCanWrite } from './writer-notice.tsx';

/** What stands on the screens of sources and of search while nothing is indexed: three ways to begin, and what each costs. */
export function FirstRun(): ReactNode {
  const { data: presets } = useCall('sources.presets', {});
  const canWrite = useCanWrite();
  const bridge = desktopBridge();
  const preset = presets?.find(({ problem }) => problem === null) ?? null;
  const ask = (request: AddRequest): void => {
    navigate({ screen: 'sources', name: null, view: null });
    useAddRequest.getState().ask(request);
  };
  return (
    <div className={styles.page}>
      <ModelNotice />
      <div className={styles.content}>
        <header>
          <h2 className={styles.title}>Nothing is indexed yet</h2>
          <p className={styles.lead}>
            Choose what your agents and you should find: documentation, examples, source code. Everything stays on this machine,
            and while it is being read it can be searched already.
          </p>
        </header>
        <ul className={styles.ways}>
          <Way
            icon="folder"
            title="A folder"
            cost="About 25 s and 7 MB of disk for each MB of text"
            action={bridge === null ? 'Type a folder' : 'Choose a folder'}
            disabled={!canWrite}
            onBegin={async () => {
              if (bridge === null) return ask({ kind: 'empty', tab: 'place' });
              const picked = await bridge.pickFolder();
              if (picked !== null) ask({ kind: 'places', places: [picked] });
            }}
          >
            A project or a folder of documents. It can also be dropped anywhere on this window.
          </Way>
          <Way
            icon="git"
            title="A URL"
            cost="As a folder, and the download; a preview says how long it takes"
            action="Type an address"
            disabled={!canWrite}
            onBegin={() => ask({ kind: 'empty', tab: 'place' })}
          >
            A git repository, pinned to a version if you like, or the llms-full.txt of a documentation site.
          </Way>
          <Way
            icon="sources"
            title={preset === null ? 'A preset' : `The ${preset.title} preset`}
            cost={
              preset === null
                ? 'As each of its sources'
                : 'Its docs, framework and examples: 8 min and 160 MB of disk for 22 MB of text'
            }
            action="Choose its sources"
            disabled={!canWrite || preset === null}
            onBegin={() => ask({ kind: 'empty', tab: 'preset' })}
          >
            {preset === null
              ? `A named list of sources.${presets === undefined ? '' : ' There is none.'}`
              : `${plural(preset.sources.length, 'source')}, all or some of them. ${preset.description}`}
          </Way>
        </ul>
        <p className={styles.note}>Times as measured on two processor cores; more cores take less.</p>
      </div>
    </div>
  );
}

interface WayProps {
  icon: IconName;
  title: string;
  cost: string;
  action: string;
  disabled: boolean;
  onBegin: () => void;
  children: ReactNode;
}

function Way({ icon, title, cost, action, disabled, onBegin, children }: WayProps): ReactNode {
  return (
    <li className={styles.way}>
      <Icon name={icon} size={20} />
      <h3>{title}</h3>
      <p className={styles.text}>{children}</p>
      <p className={styles.cost}>
        <Icon name="clock" size={14} />
        <span>{cost}</span>
      </p>
      <Button disabled={disabled} onClick={onBegin}>
        {action}
      </Button>
    </li>
  );
}
