/**
 * A change that shows at once and is rolled back when it fails:
 *
 *   const revoke = useOptimisticMutation({
 *     queryKey: sessionsKey,
 *     mutate: (id: string) => dashboard.revokeSession({ sessionId: id }),
 *     change: (data: Sessions, id) => …,
 *   });
 */
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../ui/popups/toast-queue.ts';
import { explainError } from './explain-error.ts';

export interface OptimisticOptions<Data, Input, R> {
  /** The query whose data shows the change. */
  readonly queryKey: QueryKey;
  readonly mutate: (input: Input) => Promise<R>;
  /** The data after the change. */
  readonly change: (data: Data, input: Input) => Data;
  readonly onDone?: (result: R, input: Input) => void;
  /** The toast when it fails: "Couldn't end the session". The reason follows. */
  readonly failureTitle: string;
}

export function useOptimisticMutation<Data, Input, R>(options: OptimisticOptions<Data, Input, R>) {
  const queries = useQueryClient();
  const { queryKey } = options;
  return useMutation({
    mutationFn: options.mutate,
    onMutate: async (input: Input) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<Data>(queryKey);
      if (before !== undefined) queries.setQueryData(queryKey, options.change(before, input));
      return { before };
    },
    onSuccess: (result, input) => options.onDone?.(result, input),
    onError: (error, _, context) => {
      if (context?.before !== undefined) queries.setQueryData(queryKey, context.before);
      showToast({
        tone: 'bad',
        title: options.failureTitle,
        description: explainError(error).message,
      });
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}
