/** Placeholders in the shape of the data that is loading. */
import { classNames } from '../class-names.ts';

export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-pulse rounded-xs bg-pressed', className ?? 'h-4 w-full')}
    />
  );
}

const widths = ['w-2/5', 'w-1/3', 'w-1/2', 'w-1/4'];

/** Placeholder rows of a list. */
export function SkeletonRows({ count = 4 }: { readonly count?: number }) {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without any identity
        <div key={row} className="flex h-14 items-center justify-between gap-6 px-5">
          <Skeleton className={`h-3.5 ${widths[row % widths.length]}`} />
          <Skeleton className="h-3.5 w-20" />
        </div>
      ))}
    </div>
  );
}
