import type { IndexPhase, IndexProgress } from '../core/index-events.ts';
import { duration } from './text.ts';

const verbs: Record<IndexPhase, string> = {
  discover: 'looking',
  chunk: 'reading',
  model: 'fetching',
  embed: 'embedding',
  vectors: 'storing vectors',
};
const barWidth = 24;

function line(progress: IndexProgress): string {
  const { phase, source, done, total, unit, rate, secondsLeft } = progress;
  const share = total === null || total === 0 ? 0 : done / total;
  const filled = Math.round(share * barWidth);
  const bar = total === null ? '·'.repeat(barWidth) : '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  const count =
    total === null
      ? `${done.toLocaleString('en')} ${unit}`
      : `${done.toLocaleString('en')}/${total.toLocaleString('en')} ${unit}`;
  const pace = rate > 0 && done > 0 ? ` · ${rate >= 10 ? Math.round(rate) : rate.toFixed(1)}/s` : '';
  const left = secondsLeft === null || secondsLeft < 1 ? '' : ` · ${duration(secondsLeft)} left`;
  return `${(source ?? 'all sources').padEnd(18)} ${verbs[phase].padEnd(10)} ${bar} ${count}${pace}${left}`;
}

/**
 * Shows progress on stderr: one line per phase that is redrawn on a terminal; elsewhere one line when a phase begins and one
 * when it ends, so that logs stay short.
 */
export function progressBar(stream: NodeJS.WriteStream = process.stderr): {
  onProgress: (progress: IndexProgress) => void;
  end: () => void;
} {
  let current: string | null = null;
  return {
    onProgress(progress) {
      const key = `${progress.source}/${progress.phase}`;
      const finished = progress.total !== null && progress.done >= progress.total;
      if (!stream.isTTY) {
        if (finished && key !== current && (progress.total ?? 0) > 0) {
          stream.write(`${line(progress)}\n`);
          current = key;
        }
        return;
      }
      if (current !== null && current !== key) stream.write('\n');
      current = key;
      stream.write(`\r\u001b[2K${line(progress).slice(0, Math.max(20, (stream.columns ?? 100) - 1))}`);
    },
    end() {
      if (current !== null && stream.isTTY) stream.write('\n');
      current = null;
    },
  };
}
