/** Who sees the state of the service in the dashboard. Only the command changes it. */
import { noChange } from '../../changes/change.ts';
import { changeWork } from '../../changes/persist.ts';
import { findUser } from '../../storage/queries/people/users.ts';
import { update } from '../../storage/row-write.ts';
import { type User, users } from '../../storage/tables/people/users.ts';
import { ofAccount } from './account-call.ts';

/** Answers whether anything changed. */
export function setOperator(
  { id }: Pick<User, 'id'>,
  { isOperator, now }: { readonly isOperator: boolean; readonly now: number },
) {
  return changeWork({
    ...ofAccount(id),
    load: (reader) => reader.first(findUser, { id }),
    decide(user) {
      const isChanged = user !== undefined && (user.operatorSince !== null) !== isOperator;
      const operatorSince = isOperator ? now : null;
      return {
        answer: isChanged,
        change: isChanged ? { rows: [update(users, { id }, { operatorSince })] } : noChange,
      };
    },
  });
}
