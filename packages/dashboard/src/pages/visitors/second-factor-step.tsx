/** The second step of signing in, loaded when an account has one: the first visit waits for less. */
import { lazy, Suspense } from 'react';
import type { SecondFactorProps } from './second-factor-card.tsx';

const SecondFactorCard = lazy(async () => ({
  default: (await import('./second-factor-card.tsx')).SecondFactorCard,
}));

export function SecondFactorStep(props: SecondFactorProps) {
  return (
    <Suspense>
      <SecondFactorCard {...props} />
    </Suspense>
  );
}
