import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './table.module.css';

export interface TableColumn<Row> {
  key: string;
  title: ReactNode;
  /** Numbers stand at the end. */
  align?: 'start' | 'end';
  /** A length in CSS; the rest is shared by those without. */
  width?: string;
  render: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Pressing a row anywhere; the row needs a link or button of its own for the keyboard. */
  onRowPress?: (row: Row) => void;
  isSelected?: (row: Row) => boolean;
}

/** Rows of facts, up to some hundreds; longer lists take `VirtualList`. */
export function Table<Row>({ label, columns, rows, rowKey, onRowPress, isSelected }: TableProps<Row>): ReactNode {
  return (
    <table className={styles.table} aria-label={label}>
      <colgroup>
        {columns.map(({ key, width }) => (
          <col key={key} style={width === undefined ? undefined : { width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ key, title, align }) => (
            <th key={key} scope="col" className={classNames(align === 'end' && styles.end)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- a link inside serves the keyboard
          <tr
            key={rowKey(row)}
            className={classNames(onRowPress !== undefined && styles.pressable)}
            data-selected={isSelected?.(row) === true || undefined}
            onClick={onRowPress === undefined ? undefined : () => onRowPress(row)}
          >
            {columns.map(({ key, align, render }) => (
              <td key={key} className={classNames(align === 'end' && styles.end)}>
                {render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
