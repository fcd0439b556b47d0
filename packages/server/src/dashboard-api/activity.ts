/** The activity of a workspace, in pages and as a download. */
import type { DashboardInput } from '@hostmaster/contract/dashboard';
import { isoTime } from '../base/iso-time.ts';
import { normaliseDomainName } from '../domains/domain-name.ts';
import type { Call } from '../operations/operation.ts';
import { activityCsv, activityLines } from './activity-export.ts';
import type { Handlers } from './dashboard-handler.ts';
import { type ActivityFilter, readShownActivity } from './shown-activity.ts';

const pageSize = 50;

export const activityHandlers = {
  async listActivity({ services, call }, input) {
    const { before } = input;
    return readShownActivity(services.database, {
      ...filterOf(call, input),
      limit: pageSize,
      ...(before === undefined ? {} : { before }),
    });
  },

  async exportActivityCsv({ services, call }, input) {
    const content = activityCsv(services.database, filterOf(call, input));
    return { fileName: fileName(call, 'csv'), content };
  },

  async exportActivityLines({ services, call }, input) {
    const content = activityLines(services.database, filterOf(call, input));
    return { fileName: fileName(call, 'jsonl'), content };
  },
} satisfies Partial<Handlers>;

function filterOf(
  { actor }: Call,
  input: Pick<DashboardInput<'exportActivityCsv'>, 'domain' | 'mails'>,
): ActivityFilter {
  return {
    workspaceId: actor.workspaceId,
    subject: input.domain === undefined ? null : (normaliseDomainName(input.domain) ?? ''),
    isMailHidden: input.mails !== 'shown',
  };
}

function fileName({ now }: Call, ending: string): string {
  return `activity-${isoTime(now).slice(0, 10)}.${ending}`;
}
