import type { ReactNode } from 'react';
import { patternTitle } from '../words/pattern-text.ts';
import { gradeStack } from './grade-stack.ts';
import { stackTicks, type Tick } from './stack-ticks.ts';
import { lanes, type BinnedTimeline, type Lane, type TimelineBin } from './timeline-bins.ts';
import styles from './timeline-drawing.module.css';

interface TimelineDrawingProps {
  binned: BinnedTimeline;
  width: number;
  cursor: number | null;
  onHover: (bin: number) => void;
  onOpenBin: (bin: number) => void;
  onOpenFinding: (finding: string) => void;
}

/** Heights of the lanes; arcs have the room above. Unit: CSS pixels. */
const heights: Record<Lane, number> = { hub: 36, server: 14, lookup: 22, edit: 14, other: 10 };
const arcRoom = 56;
const phaseRoom = 18;
const gap = 4;
const labelWidth = 84;
/** A column with anything in it is seen. */
const leastHeight = 3;

const laneNames: Record<Lane, string> = { hub: 'Hub', server: 'Servers', lookup: 'Look-ups', edit: 'Edits', other: 'Other' };

/** The drawing alone; everything in it is also said in words beside it. */
export function TimelineDrawing({
  binned: { bins, arcs, firstEditBin },
  width,
  cursor,
  onHover,
  onOpenBin,
  onOpenFinding,
}: TimelineDrawingProps): ReactNode {
  const shown = lanes.filter((lane) => lane === 'hub' || bins.some((bin) => bin.counts[lane] > 0));
  const tops = new Map<Lane, number>();
  const room = arcs.length === 0 ? 0 : arcRoom;
  let top = phaseRoom + room;
  for (const lane of shown) {
    tops.set(lane, top);
    top += heights[lane] + gap;
  }
  const column = Math.min(24, (width - labelWidth) / bins.length);
  const left = (bin: number): number => labelWidth + bin * column;
  const most = new Map(shown.map((lane) => [lane, Math.max(1, ...bins.map((bin) => bin.counts[lane]))]));
  const phase = firstEditBin === null ? null : left(firstEditBin);
  const end = left(bins.length);
  const ticks = stackTicks(arcs, arcRoom - 10);
  return (
    <svg width={width} height={top} className={styles.drawing} aria-hidden="true">
      {phase !== null && <rect className={styles.after} x={phase} y={0} width={Math.max(0, end - phase)} height={top} />}
      {phase !== null && phase - labelWidth > 120 && (
        <text className={styles.phase} x={labelWidth} y={12}>
          before the first edit
        </text>
      )}
      {phase !== null && (
        <text
          className={styles.phase}
          x={end - phase > 120 ? phase + 4 : phase - 4}
          y={12}
          textAnchor={end - phase > 120 ? 'start' : 'end'}
        >
          after the first edit
        </text>
      )}
      {shown.map((lane) => (
        <text key={lane} className={styles.lane} x={0} y={tops.get(lane)! + heights[lane] / 2 + 4}>
          {laneNames[lane]}
        </text>
      ))}
      {cursor !== null && (
        <rect className={styles.cursor} x={left(cursor)} y={phaseRoom} width={column} height={top - phaseRoom} />
      )}
      {bins.map((bin, index) => (
        <g key={bin.from}>
          {shown.map((lane) => (
            <Column
              key={lane}
              lane={lane}
              bin={bin}
              x={left(index)}
              top={tops.get(lane)!}
              width={Math.max(1.5, column - 1)}
              most={most.get(lane)!}
            />
          ))}
          <rect
            className={styles.target}
            x={left(index)}
            y={phaseRoom + room}
            width={column}
            height={top - phaseRoom - room}
            onMouseEnter={() => onHover(index)}
            onClick={() => onOpenBin(index)}
          />
        </g>
      ))}
      {arcs.map(({ from, to, pattern, findings }, index) => (
        <path
          key={`${from} ${to} ${pattern}`}
          className={styles.arc}
          data-count={findings.length > 1 || undefined}
          d={
            ticks[index] === null
              ? arcPath(
                  left(from) + column / 2,
                  left(to) + column / 2,
                  pattern === 'low-confidence->reformulated' ? null : (tops.get('lookup') ?? null),
                )
              : tickPath(left(from) + column / 2, ticks[index]!)
          }
          onClick={() => onOpenFinding(findings[0]!)}
        >
          <title>
            {patternTitle(pattern)}
            {findings.length > 1 ? `, ${findings.length} times` : ''}
          </title>
        </path>
      ))}
    </svg>
  );
}

interface ColumnProps {
  lane: Lane;
  bin: TimelineBin;
  x: number;
  top: number;
  width: number;
  most: number;
}

/** One column of one lane; the hub's by how its calls went, what failed at the bottom. */
function Column({ lane, bin, x, top, width, most }: ColumnProps): ReactNode {
  const count = bin.counts[lane];
  if (count === 0) return null;
  const height = Math.max(leastHeight, (count / most) * heights[lane]);
  const bottom = top + heights[lane];
  if (lane !== 'hub')
    return <rect className={styles.mark} data-lane={lane} x={x} y={bottom - height} width={width} height={height} rx={1} />;
  return gradeStack(bin.grades, height / count, bottom).map(({ grade, y, height: part }) => (
    <rect key={grade} className={styles.mark} data-grade={grade} x={x} y={y} width={width} height={part} rx={1} />
  ));
}

/** From the top of the hub's lane to that of what was done then; `lane` is null where that is the hub again. */
function arcPath(from: number, to: number, lane: number | null): string {
  const bottom = phaseRoom + arcRoom;
  const lift = Math.min(arcRoom - 6, 14 + Math.abs(to - from) / 5);
  // A cubic reaches three quarters of the height of its handles.
  const handle = bottom - (lift * 4) / 3;
  return `M${from} ${bottom}C${from} ${handle} ${to} ${handle} ${to} ${bottom}${lane === null ? '' : `V${lane}`}`;
}

/** Both ends in one column: a tick above it. */
function tickPath(x: number, { from, height }: Tick): string {
  return `M${x} ${phaseRoom + arcRoom - 3 - from}v${-height}`;
}
