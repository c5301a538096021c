import { useState, type ReactNode, type RefObject } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './latent-screen.module.css';
import type { MapPictureHandle } from './map-picture.tsx';
import { mostViews, removeView, saveView, useMap, type SavedView } from './map-state.ts';

/** Places to come back to. */
export function SavedViews({ picture }: { picture: RefObject<MapPictureHandle | null> }): ReactNode {
  const { views, layout } = useMap();
  const [name, setName] = useState('');
  const [open, setOpen] = useState(false);
  const title = name.trim();
  const isFull = views.length >= mostViews && views.every((view) => view.name !== title);
  const save = (): void => {
    const pose = picture.current?.pose();
    if (pose === undefined || title === '' || isFull) return;
    if (saveView({ name: title, pose, dimensions: layout.dimensions })) setName('');
  };
  const go = (view: SavedView): void => {
    if (view.dimensions !== layout.dimensions) useMap.setState({ layout: { ...layout, dimensions: view.dimensions } });
    setOpen(false);
    picture.current?.go(view.pose);
  };
  return (
    <Popover
      trigger={<IconButton icon="bookmark" label="Saved views" size="small" />}
      title="Saved views"
      align="end"
      open={open}
      onOpenChange={setOpen}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label="Save what is shown as"
          value={name}
          maxLength={80}
          onValueChange={setName}
          trailing={
            <Button type="submit" size="small" disabled={title === '' || isFull}>
              Save
            </Button>
          }
        />
        {isFull && (
          <p className={styles.muted} role="status">
            {mostViews} views are kept, and no more. Remove one, or give this one the name of one that it is to replace.
          </p>
        )}
        {views.length === 0 && <p className={styles.muted}>A view keeps where the map is looked at from.</p>}
        <ul aria-label="Saved views">
          {views.map((view) => (
            <li key={view.name} className={styles.viewLine}>
              <Button variant="quiet" size="small" onClick={() => go(view)}>
                {view.name}
              </Button>
              <IconButton icon="trash" label={`Remove “${view.name}”`} size="small" onClick={() => removeView(view.name)} />
            </li>
          ))}
        </ul>
      </form>
    </Popover>
  );
}
