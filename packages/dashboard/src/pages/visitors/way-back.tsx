/** The way to the dashboard after a link of a mail was answered, for people who are signed in. */
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/session.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';

/** Whether someone is signed in; then the page has more to offer than to be closed. */
export function useIsSignedIn(): boolean {
  const { data } = useQuery(sessionQuery);
  return data?.account != null;
}

export function WayBack() {
  return (
    <ButtonLink to="/" variant="primary">
      Go to dashboard
    </ButtonLink>
  );
}
