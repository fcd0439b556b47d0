/** A page that could not be loaded: what happened, and a way to try again. */
import { useRouter } from '@tanstack/react-router';
import { ErrorState } from '../ui/states/error-state.tsx';

export function LoadFailed({
  error,
  reset,
}: {
  readonly error: unknown;
  readonly reset: () => void;
}) {
  const router = useRouter();
  return (
    <main className="flex min-h-[70dvh] items-center justify-center">
      <ErrorState
        error={error}
        isPage
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </main>
  );
}
