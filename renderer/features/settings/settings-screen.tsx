import type { ReactNode } from 'react';
import { useCall } from '../../rpc-client/use-call.ts';
import { formatRoute } from '../../router/route.ts';
import { useRoute } from '../../router/use-route.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { DataSection } from './data-section.tsx';
import { HealthSection } from './health-section.tsx';
import { ModelSection } from './model-section.tsx';
import { RankingSection } from './ranking-section.tsx';
import { changedWeights, sections, sectionTitles, type Section } from './setting-groups.ts';
import styles from './settings-screen.module.css';
import { VectorsSection } from './vectors-section.tsx';

/** Everything that can be set, and how what is set stands. */
export function SettingsScreen(): ReactNode {
  const route = useRoute();
  const wanted = route.screen === 'settings' ? route.section : null;
  const section = sections.find((each) => each === wanted) ?? 'appearance';
  const { data } = useCall('settings.get', {});
  const changed = data === undefined ? 0 : changedWeights(data.weights).length;
  return (
    <div className={styles.screen}>
      <nav className={styles.sections} aria-label="Sections of the settings">
        {sections.map((each) => (
          <a
            key={each}
            className={styles.link}
            href={formatRoute({ screen: 'settings', section: each })}
            aria-current={each === section ? 'page' : undefined}
          >
            {sectionTitles[each]}
            {each === 'ranking' && changed > 0 && <span className={styles.count}>{changed}</span>}
          </a>
        ))}
      </nav>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <div key={section} className={styles.page} tabIndex={0} role="region" aria-label={sectionTitles[section]}>
        <div className={styles.content}>
          <h2>{sectionTitles[section]}</h2>
          <SectionContent section={section} />
        </div>
      </div>
    </div>
  );
}

function SectionContent({ section }: { section: Section }): ReactNode {
  const { data, error, refetch } = useCall('settings.get', {});
  if (section === 'appearance') return <AppearanceSection />;
  if (section === 'health') return <HealthSection />;
  if (data === undefined)
    return error === null ? (
      <Spinner label="Reading the settings" />
    ) : (
      <ErrorState title="The settings cannot be read" error={error} onRetry={() => void refetch()} />
    );
  switch (section) {
    case 'model':
      return <ModelSection settings={data.settings} />;
    case 'vectors':
      return <VectorsSection settings={data.settings} />;
    case 'ranking':
      return <RankingSection weights={data.weights} />;
    case 'data':
      return <DataSection settings={data.settings} />;
  }
}
