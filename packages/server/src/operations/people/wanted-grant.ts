/** The role and the limit to domains that a request asks for. */
import { type Grant, limitableRoles, type Role, roleTitles } from '@hostmaster/contract/roles';
import { invalidRequest } from '../../base/errors.ts';
import { parseNames } from '../domains/own-names.ts';

export function wantedGrant(input: {
  readonly role: Role;
  readonly domainNames?: readonly string[] | null;
}): Grant {
  const { role } = input;
  if (input.domainNames == null) return { role, domainNames: null };
  if (!limitableRoles.includes(role)) {
    const titles = limitableRoles.map((each) => roleTitles[each]).join(' and ');
    throw invalidRequest({
      path: 'domainNames',
      message: `must be null for this role; ${titles} members can be limited`,
    });
  }
  return { role, domainNames: parseNames(input.domainNames, 'domainNames') };
}
