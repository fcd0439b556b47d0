/**
 * Loads what a new second factor changes. The session comes last to a person who needs one: the page around
 * the dialog is replaced then, so recovery codes must have been stored before.
 */
import { useQueryClient } from '@tanstack/react-query';
import { reloadSession } from '../../api/reload-session.ts';
import { secondFactorsKey } from '../../api/second-factors-query.ts';
import { sessionsKey } from './sessions-query.ts';

export function useReloadFactors(): () => void {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: secondFactorsKey });
    void queries.invalidateQueries({ queryKey: sessionsKey });
    void reloadSession();
  };
}
