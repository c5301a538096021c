import { memo, type ReactNode } from 'react';
import { commandKey } from '../commands/command-handlers.ts';
import { emptyMap, emptySearch, formatRoute, mapFrom, searchFrom, type Route, type ScreenName } from '../router/route.ts';
import { useRoute } from '../router/use-route.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import styles from './navigation-rail.module.css';

interface Destination {
  title: string;
  icon: IconName;
  route: Route;
  covers: readonly ScreenName[];
  keys: string | undefined;
}

const destinations: readonly Destination[] = [
  { title: 'Search', icon: 'search', route: emptySearch, covers: ['search', 'read'], keys: commandKey('go.search') },
  { title: 'Map', icon: 'map', route: emptyMap, covers: ['map'], keys: commandKey('go.map') },
  {
    title: 'Sources',
    icon: 'sources',
    route: { screen: 'sources', name: null, view: null },
    covers: ['sources'],
    keys: commandKey('go.sources'),
  },
  {
    title: 'Agents',
    icon: 'agents',
    route: { screen: 'agents', view: null, call: null },
    covers: ['agents'],
    keys: commandKey('go.agents'),
  },
  {
    title: 'Sessions',
    icon: 'sessions',
    route: { screen: 'sessions', session: null, view: null, item: null },
    covers: ['sessions'],
    keys: commandKey('go.sessions'),
  },
  {
    title: 'Evaluations',
    icon: 'evaluations',
    route: { screen: 'evaluations', id: null },
    covers: ['evaluations'],
    keys: commandKey('go.evaluations'),
  },
];

const settings: Destination = {
  title: 'Settings',
  icon: 'settings',
  route: { screen: 'settings', section: null },
  covers: ['settings'],
  keys: commandKey('go.settings'),
};

/** The screens, at the left edge. */
export function NavigationRail({ screen }: { screen: ScreenName }): ReactNode {
  const current = useRoute();
  // Filters go along between search and map.
  const routeOf = ({ route }: Destination): Route =>
    route.screen === 'map' ? mapFrom(current) : route.screen === 'search' ? searchFrom(current) : route;
  return (
    <nav className={styles.rail} aria-label="Screens">
      {destinations.map((destination) => (
        <RailLink
          key={destination.title}
          title={destination.title}
          icon={destination.icon}
          keys={destination.keys}
          href={formatRoute(routeOf(destination))}
          isCurrent={destination.covers.includes(screen)}
        />
      ))}
      <span className={styles.gap} />
      <RailLink
        title={settings.title}
        icon={settings.icon}
        keys={settings.keys}
        href={formatRoute(settings.route)}
        isCurrent={settings.covers.includes(screen)}
      />
    </nav>
  );
}

interface RailLinkProps extends Pick<Destination, 'title' | 'icon' | 'keys'> {
  href: string;
  isCurrent: boolean;
}

const RailLink = memo(function RailLink({ title, icon, keys, href, isCurrent }: RailLinkProps): ReactNode {
  return (
    <Tooltip text={title} keys={keys} side="right">
      <a href={href} className={styles.link} aria-label={title} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={icon} size={20} />
      </a>
    </Tooltip>
  );
});
