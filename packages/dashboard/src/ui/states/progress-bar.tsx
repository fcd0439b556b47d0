/** How far long work is, as a bar and in words. */
import { ProgressTrack } from './progress-track.tsx';

export function ProgressBar({
  done,
  total,
  text,
}: {
  readonly done: number;
  readonly total: number;
  readonly text: string;
}) {
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressTrack label="Progress" value={done} max={total} />
      <p role="status" className="figures text-sm text-ink-muted">
        {text}
      </p>
    </div>
  );
}
