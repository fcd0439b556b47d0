/** Data could not be loaded: the reason and a retry button. */
import { RotateCw, TriangleAlert } from 'lucide-react';
import { explainError } from '../../api/explain-error.ts';
import { Button } from '../controls/button.tsx';

export function ErrorState({
  error,
  isPage = false,
  onRetry,
}: {
  readonly error: unknown;
  /** The title is the heading of the page, which has no other. */
  readonly isPage?: boolean;
  readonly onRetry?: () => void;
}) {
  const { title, message, requestId } = explainError(error);
  const Title = isPage ? 'h1' : 'p';
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <span className="flex size-11 items-center justify-center rounded-lg bg-bad-soft text-bad-ink">
        <TriangleAlert className="size-5" aria-hidden="true" />
      </span>
      <Title className="mt-4 text-md font-semibold">{title}</Title>
      <p className="mt-1 max-w-sm text-pretty text-ink-muted">{message}</p>
      {requestId !== null && (
        <p className="mt-2 font-mono text-xs text-ink-faint">Request ID: {requestId}</p>
      )}
      {onRetry && (
        <Button className="mt-5" icon={RotateCw} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
